'use client'
import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'

/** Texts one below the other; an empty list means unset. */
export function ListEditor({
  label,
  values,
  onChange,
  max,
  suggestions = [],
  problemOf,
}: {
  label: string
  values: readonly string[]
  onChange: (values: string[]) => void
  max?: number | undefined
  /** Offered while one writes; anything else may be written too. */
  suggestions?: readonly string[]
  /** What is wrong with one of them, counted from 0; null: nothing. */
  problemOf?: (index: number) => string | null
}) {
  const id = useId()
  const add = useRef<HTMLButtonElement>(null)
  const adding = useRef(false)
  // Who adds a text writes it next.
  const focusAdded = (input: HTMLInputElement | null) => {
    if (input === null || !adding.current) return
    adding.current = false
    input.focus()
  }
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-col gap-1">
      {values.map((value, index) => {
        const problem = problemOf?.(index) ?? null
        return (
          // oxlint-disable-next-line react/no-array-index-key -- texts may repeat; their place is their identity
          <div key={index} className="flex flex-wrap gap-x-1">
            <Input
              ref={index === values.length - 1 ? focusAdded : undefined}
              aria-label={`${label} ${index + 1}`}
              aria-invalid={problem === null ? undefined : true}
              aria-describedby={problem === null ? undefined : `${id}-${index}`}
              list={suggestions.length > 0 ? id : undefined}
              className="flex-1"
              value={value}
              onChange={event => onChange(values.toSpliced(index, 1, event.target.value))}
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
            {problem !== null && (
              <p id={`${id}-${index}`} className="mt-1 w-full text-xs text-bad">
                {problem}
              </p>
            )}
          </div>
        )
      })}
      {suggestions.length > 0 && (
        <datalist id={id}>
          {suggestions.map(suggestion => (
            <option key={suggestion}>{suggestion}</option>
          ))}
        </datalist>
      )}
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
