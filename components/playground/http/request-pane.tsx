'use client'

import { lazy, type ReactNode, Suspense, useMemo, useContext, useState } from 'react'
import type { DraftIssue } from '#components/playground/form/model/check-draft.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { IssuesContext } from '#components/playground/form/issues-context.ts'
import { contractFields, type ContractField } from '#components/playground/form/model/contract-fields.ts'
import { FieldGrid, type FieldGridProps } from '#components/playground/form/field-grid.tsx'
import { ChevronRight } from 'lucide-react'
import { writeCookie } from '#components/shell/write-cookie.ts'
import { Button } from '#components/ui/button/button.tsx'
import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import { ParametersOpenContext } from '#components/playground/layout/parameters-open-context.tsx'
import { DefaultBodyContext } from '#components/playground/form/default-body-context.tsx'

const JsonView = lazy(() => import('./json-view.tsx').then(module => ({ default: module.JsonView })))

export interface RequestPaneProps {
  /** Shows the whole body as text instead of the form. */
  asJson: boolean
  contract: ContractInfo
  draft: Draft
  onDraftChange: (draft: Draft) => void
  editor: ReactNode
  ownFields: readonly string[]
  firstParameters: readonly string[]
  extraParameter: ReactNode
  issues: readonly DraftIssue[]
  onCheck: () => void
  onJsonProblem: (problem: string | null) => void
}

export function RequestPane(props: RequestPaneProps) {
  const { contract, draft, onDraftChange, editor, ownFields, issues, onCheck, onJsonProblem } = props
  if (props.asJson) {
    return (
      <Suspense>
        <JsonView draft={draft} onDraftChange={onDraftChange} onProblem={onJsonProblem} />
      </Suspense>
    )
  }
  return (
    <div className="scroll h-full">
      <div className="flex flex-col gap-5 px-4 py-3.5" onBlur={onCheck}>
        <IssuesContext value={issues}>{editor}</IssuesContext>
        <ContractForm
          contract={contract}
          draft={draft}
          onDraftChange={onDraftChange}
          exclude={ownFields}
          first={props.firstParameters}
          extra={props.extraParameter}
          issues={issues}
        />
      </div>
    </div>
  )
}

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
function ContractForm({ contract, exclude, first, extra, ...grid }: ContractFormProps) {
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
