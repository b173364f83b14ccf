'use client'
import { Field } from '#components/ui/field.tsx'
import { inputStyle } from '#components/ui/input.tsx'

/** One of a few; the system's own list, which every keyboard and screen reader knows. */
export function NativeSelect<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: Value
  choices: readonly Value[]
  onChange: (value: Value) => void
}) {
  return (
    <Field label={label}>
      {ids => (
        <select
          {...ids}
          className={inputStyle}
          value={value}
          onChange={event => {
            const chosen = choices.find(choice => choice === event.target.value)
            if (chosen !== undefined) onChange(chosen)
          }}
        >
          {choices.map(choice => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
