import { Field } from './field.tsx'
import { Input } from './input.tsx'

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
  return (
    <Field label={label}>
      {ids => (
        <Input
          {...ids}
          type="date"
          value={value}
          onChange={event => onChange(event.target.value)}
          className={className}
        />
      )}
    </Field>
  )
}
