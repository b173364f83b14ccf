'use client'
import { type ReactNode, useMemo } from 'react'
import type { DraftIssue } from '#lib/client/check-draft.ts'
import { contractFields } from '#lib/client/contract-fields.ts'
import type { Draft } from '#lib/client/draft.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { FieldGrid } from './field-grid.tsx'
import { Parameters } from './parameters.tsx'

export interface ContractFormProps {
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  /** Fields that are edited elsewhere. */
  exclude: readonly string[]
  /** Parameters that are always in sight. */
  first: readonly string[]
  extra?: ReactNode
  issues: readonly DraftIssue[]
}

/** The contract's fields as controls: required ones first, the rest in Parameters. The model has its own picker. */
export function ContractForm({ contract, exclude, first, extra, ...grid }: ContractFormProps) {
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
      {required.length > 0 && <FieldGrid {...grid} fields={required} />}
      {optional.length > 0 && <Parameters {...grid} fields={optional} first={first} extra={extra} />}
    </>
  )
}
