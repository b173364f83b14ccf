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
      className={classNames(
        'inline-flex gap-0.5 rounded-md bg-active p-0.5 dark:bg-sunken dark:inset-ring dark:inset-ring-line',
        className,
      )}
    >
      {choices.map(choice => (
        <label
          key={choice.value}
          className={classNames(
            'relative flex h-6 min-w-6 grow items-center justify-center rounded-sm px-2.5 text-xs font-medium whitespace-nowrap text-soft select-none hover:text-text has-checked:bg-raised has-checked:text-text has-checked:shadow-1 has-checked:ring has-checked:ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text dark:has-checked:bg-active coarse:h-9',
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
