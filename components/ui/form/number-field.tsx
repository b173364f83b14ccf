'use client'
import { type KeyboardEvent, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { inputStyle } from './input.tsx'

export interface NumberFieldProps {
  id?: string | undefined
  label?: string | undefined
  value: number | null
  onChange: (value: number | null) => void
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  /** The default, shown while the field is empty. */
  placeholder?: string | undefined
  className?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

/** A number, or null while the field is empty. Out-of-range values are kept, so that the API reports them. */
export function NumberField(props: NumberFieldProps) {
  const { id, label, value, onChange, min, max, step = 1, placeholder, className, ...aria } = props
  const shown = value === null ? '' : String(value)
  const [typed, setTyped] = useState({ text: shown, of: value })
  // `1.` and `-` are incomplete numbers: keep them as typed.
  const text = typed.of === value ? typed.text : shown

  const type = (next: string) => {
    const number = next.trim() === '' ? null : Number(next)
    if (number !== null && Number.isNaN(number)) return setTyped({ text: next, of: value })
    setTyped({ text: next, of: number })
    if (number !== value) onChange(number)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const start = value ?? (Number(placeholder) || 0)
    const stepped = start + (event.key === 'ArrowUp' ? step : -step)
    const next = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, stepped))
    onChange(Number(next.toFixed(10)))
  }
  return (
    <input
      id={id}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      value={text}
      onChange={event => type(event.target.value)}
      onBlur={() => setTyped({ text: shown, of: value })}
      onKeyDown={press}
      placeholder={placeholder}
      className={classNames(inputStyle, 'tabular-nums', className)}
      {...aria}
    />
  )
}
