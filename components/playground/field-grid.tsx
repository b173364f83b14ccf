'use client'
import type { DraftIssue } from '#lib/client/check-draft.ts'
import { fieldAt, isWithin, withFieldAt } from '#lib/client/body-field.ts'
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
          value={fieldAt(draft.body, field.name)}
          onChange={value => onDraftChange({ ...draft, body: withFieldAt(draft.body, field.name, value) })}
          error={issues.find(issue => isWithin(issue.path, field.name))?.message}
        />
      ))}
    </div>
  )
}
