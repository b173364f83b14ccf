import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { inputStyle } from './input.tsx'

/** A native select, for short lists. */
export function NativeSelect<Value extends string>({
  choices,
  onChange,
  className,
  ...props
}: Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
  choices: readonly { readonly value: Value; readonly label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <select
      className={classNames(inputStyle, 'chevron pr-8', className)}
      onChange={event => {
        const chosen = choices.find(choice => choice.value === event.target.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
      {...props}
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
