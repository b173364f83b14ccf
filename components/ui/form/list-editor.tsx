'use client'
import { Plus, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Input } from './input.tsx'

/** An editable list of strings; an empty list means unset. */
export function ListEditor({
  label,
  values,
  onChange,
  max,
  inputProps,
  below,
}: {
  label: string
  values: readonly string[]
  onChange: (values: string[]) => void
  max?: number | undefined
  /** Additional props of an item's input, by index. */
  inputProps?: (index: number) => ComponentProps<'input'>
  /** Content below an item, by index. */
  below?: (index: number) => ReactNode
}) {
  const add = useRef<HTMLButtonElement>(null)
  const adding = useRef(false)
  // Focus the new item.
  const focusAdded = (input: HTMLInputElement | null) => {
    if (input === null || !adding.current) return
    adding.current = false
    input.focus()
  }
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-col gap-1">
      {values.map((value, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- items can repeat; the index identifies them
        <div key={index} className="flex flex-wrap gap-1">
          <Input
            ref={index === values.length - 1 ? focusAdded : undefined}
            aria-label={`${label} ${index + 1}`}
            className="flex-1"
            value={value}
            onChange={event => onChange(values.toSpliced(index, 1, event.target.value))}
            {...inputProps?.(index)}
          />
          <IconButton
            label={`Remove ${label} ${index + 1}`}
            onClick={() => {
              onChange(values.toSpliced(index, 1))
              add.current?.focus()
            }}
          >
            <X size={16} aria-hidden />
          </IconButton>
          {below?.(index)}
        </div>
      ))}
      <Button
        ref={add}
        variant="plain"
        className="self-start"
        disabled={max !== undefined && values.length >= max}
        onClick={() => {
          adding.current = true
          onChange([...values, ''])
        }}
      >
        <Plus size={16} aria-hidden />
        Add
      </Button>
    </fieldset>
  )
}
