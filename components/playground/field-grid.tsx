'use client'
import type { DraftIssue } from '#lib/client/check-draft.ts'
import type { ContractField } from '#lib/client/contract-fields.ts'
import type { Draft } from '#lib/client/draft.ts'
import { FieldRow } from './field-row.tsx'

export interface FieldGridProps {
  draft: Draft
  onDraftChange: (draft: Draft) => void
  fields: readonly ContractField[]
  issues: readonly DraftIssue[]
}

/** Fields of the body, one below the other. */
export function FieldGrid({ draft, onDraftChange, fields, issues }: FieldGridProps) {
  return (
    <div className="flex flex-col gap-1.5">
      {fields.map(field => (
        <FieldRow
          key={field.name}
          field={field}
          value={draft.body[field.name]}
          onChange={value => onDraftChange({ ...draft, body: withField(draft.body, field.name, value) })}
          error={issues.find(issue => issue.path.split('.')[0] === field.name)?.message}
        />
      ))}
    </div>
  )
}

/** Sets a field, or takes it out when it is undefined: only what the user set is sent. */
function withField(body: Draft['body'], name: string, value: unknown): Draft['body'] {
  if (value !== undefined) return { ...body, [name]: value }
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
}
