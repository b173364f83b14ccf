'use client'
import { NumberField as BaseNumberField } from '@base-ui/react/number-field'
import { classNames } from './class-names.ts'
import { inputStyle } from './input.tsx'

const plainFormat: Intl.NumberFormatOptions = { useGrouping: false, maximumFractionDigits: 10 }

export interface NumberFieldProps {
  id?: string | undefined
  label?: string | undefined
  value: number | null
  onChange: (value: number | null) => void
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  /** The default that applies while nothing is set. */
  placeholder?: string | undefined
  className?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

/** A number, or null while the field is empty. Out-of-range numbers are kept, so that the API can answer them. */
export function NumberField({
  id,
  label,
  value,
  onChange,
  min,
  max,
  step = 1,
  placeholder,
  className,
  ...aria
}: NumberFieldProps) {
  return (
    <BaseNumberField.Root
      {...(id !== undefined && { id })}
      value={value}
      onValueChange={onChange}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      allowOutOfRange
      step={step}
      format={plainFormat}
      locale="en-US"
    >
      <BaseNumberField.Input
        aria-label={label}
        placeholder={placeholder}
        className={classNames(inputStyle, 'text-right font-mono text-[0.78125rem]', className)}
        {...aria}
      />
    </BaseNumberField.Root>
  )
}
