'use client'
import { ChevronRight } from 'lucide-react'
import { useContext, useMemo, useState } from 'react'
import { writeCookie } from '#components/shell/write-cookie.ts'
import { Button } from '#components/ui/button.tsx'
import type { DraftIssue } from '#lib/client/check-draft.ts'
import { type ContractField, contractFields } from '#lib/client/contract-fields.ts'
import type { Draft } from '#lib/client/draft.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { FieldRow } from './field-row.tsx'
import { ParametersOpenContext } from './parameters-open-context.tsx'

export interface ContractFormProps {
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  /** Fields that are edited elsewhere. */
  exclude: readonly string[]
  issues: readonly DraftIssue[]
}

/** The contract's fields as controls: required ones first, the rest in Parameters. The model has its own picker. */
export function ContractForm(props: ContractFormProps) {
  const { contract, exclude } = props
  const fields = useMemo(
    () =>
      contractFields(contract).filter(
        field => field.control.kind !== 'model' && !exclude.includes(field.name),
      ),
    [contract, exclude],
  )
  const required = fields.filter(field => field.required)
  const optional = fields.filter(field => !field.required)
  return (
    <>
      {required.length > 0 && <FieldGrid {...props} fields={required} />}
      {optional.length > 0 && <Parameters {...props} fields={optional} />}
    </>
  )
}

/** Optional fields, folded or not as they were left. */
function Parameters(props: ContractFormProps & { fields: readonly ContractField[] }) {
  const { draft, onDraftChange, fields } = props
  const [open, setOpen] = useState(useContext(ParametersOpenContext))
  const set = fields.filter(field => field.name in draft.body)
  const reset = () => {
    const names = new Set(set.map(field => field.name))
    onDraftChange({
      ...draft,
      body: Object.fromEntries(Object.entries(draft.body).filter(([name]) => !names.has(name))),
    })
  }
  return (
    <section aria-label="Parameters">
      <div className="flex h-7 items-center justify-between text-xs text-muted">
        <button
          type="button"
          aria-expanded={open}
          className="flex h-6 items-center gap-1 hover:text-text"
          onClick={() => {
            setOpen(!open)
            writeCookie('sextant_parameters', open ? 'closed' : 'open')
          }}
        >
          <ChevronRight size={14} aria-hidden className={open ? 'rotate-90' : ''} />
          Parameters{set.length > 0 && ` · ${set.length} set`}
        </button>
        {set.length > 0 && (
          <Button variant="plain" className="h-6 px-1 text-xs" onClick={reset}>
            Reset all
          </Button>
        )}
      </div>
      {open && <FieldGrid {...props} />}
    </section>
  )
}

function FieldGrid({
  draft,
  onDraftChange,
  fields,
  issues,
}: ContractFormProps & { fields: readonly ContractField[] }) {
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
