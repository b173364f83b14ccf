'use client'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useContext, useState } from 'react'
import { writeCookie } from '#components/shell/write-cookie.ts'
import { Button } from '#components/ui/button.tsx'
import { fieldAt, withFieldAt } from '#lib/client/body-field.ts'
import type { ContractField } from '#lib/client/contract-fields.ts'
import { FieldGrid, type FieldGridProps } from './field-grid.tsx'
import { ParametersOpenContext } from './parameters-open-context.tsx'
import { UsualBodyContext } from './usual-body-context.tsx'

export interface ParametersProps extends FieldGridProps {
  /** Names of the fields that are always in sight, in this order; the others unfold. All are in sight when empty. */
  first: readonly string[]
  /** Below the first ones: a parameter that has a control of its own. */
  extra?: ReactNode
}

/** Optional fields, folded or not as they were left. What is folded stays in the page, so that an error leads there. */
export function Parameters({ first, extra, ...grid }: ParametersProps) {
  const { draft, onDraftChange, fields } = grid
  const [open, setOpen] = useState(useContext(ParametersOpenContext))
  const usual = useContext(UsualBodyContext)
  const isSet = ({ name }: ContractField) => fieldAt(draft.body, name) !== fieldAt(usual, name)
  const chosen = first.flatMap(name => fields.find(field => field.name === name) ?? [])
  const rest = fields.filter(field => !chosen.includes(field))
  const setCount = fields.filter(isSet).length
  const reset = () => {
    const body = fields
      .filter(isSet)
      .reduce((kept, { name }) => withFieldAt(kept, name, fieldAt(usual, name)), draft.body)
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
        <div className="flex flex-col gap-1.5">
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
          className="absolute top-0.5 right-0 h-6 px-1 text-xs coarse:h-6"
          onClick={event => {
            // The button goes away with the last value: the keyboard stays where it was.
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
      className={`flex h-7 w-fit cursor-pointer list-none items-center gap-1 text-xs text-muted hover:text-text [&::-webkit-details-marker]:hidden ${className}`}
    >
      <ChevronRight size={14} aria-hidden />
      {children}
      {setCount > 0 && ` · ${setCount} set`}
    </summary>
  )
}
