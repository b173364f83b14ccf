'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useContext, useMemo, useState } from 'react'
import { ParametersOpenContext } from '#components/playground/layout/parameters-open-context.tsx'
import { writeCookie } from '#components/shell/write-cookie.ts'
import { Button } from '#components/ui/button/button.tsx'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { DefaultBodyContext } from './default-body-context.tsx'
import { FieldGrid, type FieldGridProps } from './field-grid.tsx'
import { fieldAt, withFieldAt } from './model/body-field.ts'
import type { DraftIssue } from './model/check-draft.ts'
import { type ContractField, contractFields } from './model/contract-fields.ts'
import type { Draft } from './model/draft.ts'

interface ContractFormProps {
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  /** Fields edited elsewhere. */
  exclude: readonly string[]
  /** Parameters that are always visible. */
  first: readonly string[]
  extra?: ReactNode
  issues: readonly DraftIssue[]
}

/**
 * The contract's fields as controls: required ones first, the rest under Parameters. The model has its own
 * picker.
 */
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

interface ParametersProps extends FieldGridProps {
  /**
   * Names of the fields that are always visible, in this order; the rest is collapsed. Empty: all are
   * visible.
   */
  first: readonly string[]
  /** Below the first ones: a parameter with its own control. */
  extra?: ReactNode
}

/**
 * Optional fields, collapsed or not as the user left them. Collapsed fields stay mounted so that an error can
 * link to them.
 */
function Parameters({ first, extra, ...grid }: ParametersProps) {
  const { draft, onDraftChange, fields } = grid
  const [open, setOpen] = useState(useContext(ParametersOpenContext))
  const defaultValue = useContext(DefaultBodyContext)
  const isSet = ({ name }: ContractField) => fieldAt(draft.body, name) !== fieldAt(defaultValue, name)
  const chosen = first.flatMap(name => fields.find(field => field.name === name) ?? [])
  const rest = fields.filter(field => !chosen.includes(field))
  const setCount = fields.filter(isSet).length
  const reset = () => {
    const body = fields
      .filter(isSet)
      .reduce((kept, { name }) => withFieldAt(kept, name, fieldAt(defaultValue, name)), draft.body)
    onDraftChange({ ...draft, body })
  }
  return (
    <section aria-label="Parameters" className="relative">
      <details
        open={open}
        className="group/all"
        onToggle={event => {
          const now = event.currentTarget.open
          if (now === open) return
          setOpen(now)
          writeCookie('sextant_parameters', now ? 'open' : 'closed')
        }}
      >
        <Summary className="group-open/all:[&>svg]:rotate-90" setCount={setCount}>
          Parameters
        </Summary>
        <div className="flex flex-col gap-4 pt-2">
          <FieldGrid {...grid} fields={chosen.length > 0 ? chosen : rest} />
          {extra}
          {chosen.length > 0 && rest.length > 0 && (
            <details className="group/rest">
              <Summary className="group-open/rest:[&>svg]:rotate-90" setCount={rest.filter(isSet).length}>
                More parameters
              </Summary>
              <FieldGrid {...grid} fields={rest} />
            </details>
          )}
        </div>
      </details>
      {setCount > 0 && (
        <Button
          variant="plain"
          size="small"
          className="absolute top-0 right-0 px-1.5"
          onClick={event => {
            // The button disappears with the last value: keep the keyboard focus in the section.
            event.currentTarget.parentElement?.querySelector('summary')?.focus()
            reset()
          }}
        >
          Reset all
        </Button>
      )}
    </section>
  )
}

function Summary({
  setCount,
  className,
  children,
}: {
  setCount: number
  className: string
  children: string
}) {
  return (
    <summary
      className={`-ml-1 flex h-7 w-fit cursor-pointer list-none items-center gap-1.5 font-semibold [&::-webkit-details-marker]:hidden ${className}`}
    >
      <ChevronRight size={14} aria-hidden />
      {children} {setCount > 0 && <span className="font-normal text-muted">{`· ${setCount} set`}</span>}
    </summary>
  )
}
