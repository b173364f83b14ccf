'use client'
import { useState } from 'react'
import { Input } from '#components/ui/input.tsx'
import { Labelled } from './labelled.tsx'

/** A filter that is typed: it holds when the field is left or the form sent, and follows the address. */
export function TextFilter({
  name,
  label,
  placeholder,
  value,
  numeric = false,
  onChange,
}: {
  name: string
  label: string
  placeholder: string
  /** As the address has it. */
  value: string
  numeric?: boolean
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [former, setFormer] = useState(value)
  // A link, “Clear” or the way back changed it: what was typed before is over.
  if (value !== former) {
    setFormer(value)
    setTyped(value)
  }
  return (
    <Labelled label={label}>
      <Input
        aria-label={label}
        name={name}
        value={typed}
        placeholder={placeholder}
        inputMode={numeric ? 'numeric' : 'text'}
        onChange={event => setTyped(event.target.value)}
        onBlur={() => typed.trim() !== value && onChange(typed)}
      />
    </Labelled>
  )
}
