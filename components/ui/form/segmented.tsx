'use client'
import { useId } from 'react'
import { classNames } from '#components/ui/class-names.ts'

export interface Choice {
  value: string
  label: string
}

/** Up to four choices side by side; null: none selected. */
export function Segmented<Value extends string>({
  label,
  choices,
  value,
  onChange,
  placeholder,
  className,
}: {
  label: string
  choices: readonly (Choice & { readonly value: Value })[]
  value: Value | null
  onChange: (value: Value) => void
  /** The default, used while nothing is selected. */
  placeholder?: string | undefined
  className?: string
}) {
  const name = useId()
  return (
    <fieldset
      aria-label={label}
      className={classNames('inline-flex rounded-md border border-line bg-surface p-px', className)}
    >
      {choices.map(choice => (
        <label
          key={choice.value}
          className={classNames(
            'relative flex h-6 items-center rounded-[5px] px-2 text-muted select-none has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent coarse:h-9',
            value === null && placeholder === choice.value && 'text-text underline underline-offset-4',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
