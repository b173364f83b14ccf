'use client'
import { RotateCcw } from 'lucide-react'
import { useContext, useId } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { fieldAt } from '#lib/client/body-field.ts'
import type { ContractField } from '#lib/client/contract-fields.ts'
import { FieldControl } from './field-control.tsx'
import { fieldRowGrid } from './field-row-grid.ts'
import { focusField } from './focus-field.ts'
import { UsualBodyContext } from './usual-body-context.tsx'

export interface FieldRowProps {
  field: ContractField
  /** Undefined: not set, and not sent. */
  value: unknown
  onChange: (value: unknown) => void
  error: string | undefined
}

// Too wide to stand beside their name, once they hold something.
const wideKinds: ReadonlySet<string> = new Set(['json', 'list', 'textarea'])

/** Name, control, reset; the name is the one on the wire, since that is what a developer looks for. */
export function FieldRow({ field, value, onChange, error }: FieldRowProps) {
  const id = useId()
  const usual = fieldAt(useContext(UsualBodyContext), field.name)
  const isSet = value !== usual
  const { kind } = field.control
  const wide = kind === 'toggles' || (wideKinds.has(kind) && value !== undefined)
  const describedBy = [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div
      data-field={field.name}
      className={wide ? 'grid grid-cols-[minmax(0,1fr)_28px] items-center gap-x-2' : fieldRowGrid}
    >
      <Tooltip text={field.help ?? field.label}>
        <label
          htmlFor={id}
          className={`w-fit max-w-full truncate text-xs ${isSet ? 'text-text' : 'text-muted'}`}
        >
          {field.key}
          {field.required && <span aria-hidden> *</span>}
        </label>
      </Tooltip>
      <div className={`min-w-0 ${wide ? 'col-start-1 row-start-2 mt-1' : ''}`}>
        <FieldControl
          id={id}
          field={field}
          value={value}
          onChange={onChange}
          describedBy={describedBy || undefined}
          invalid={error !== undefined}
        />
      </div>
      <div className={wide ? 'col-start-2 row-start-1' : ''}>
        {isSet && (
          <IconButton
            label={`Reset ${field.key}`}
            onClick={() => {
              onChange(usual)
              focusField(field.name)
            }}
          >
            <RotateCcw size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      {field.help && (
        <p id={`${id}-help`} className="sr-only">
          {field.help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="col-span-full mt-0.5 text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
