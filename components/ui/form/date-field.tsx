import { useState } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

// A year that is being typed begins as the year 2, and an incomplete day is empty.
const dayMin = '1970-01-02'

/** A day such as `2026-11-22`; empty: none. */
export function DateField({
  label,
  value,
  onChange,
  className,
}: {
  label: string
  value: string
  onChange: (day: string) => void
  className?: string
}) {
  // While it differs from the value, setting the value would end the typing.
  const [typed, setTyped] = useState<string | null>(null)
  const type = (day: string) => {
    setTyped(day)
    if (day >= dayMin) onChange(day)
  }
  const finish = () => {
    if (typed === '') onChange('')
    setTyped(null)
  }
  return (
    <Field label={label}>
      {ids => (
        <Input
          {...ids}
          type="date"
          value={typed ?? value}
          onChange={event => type(event.target.value)}
          onBlur={finish}
          className={className}
        />
      )}
    </Field>
  )
}
