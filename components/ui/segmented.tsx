'use client'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { classNames } from './class-names.ts'

export interface Choice {
  value: string
  label: string
}

/** Up to four choices side by side; null: none is chosen. */
export function Segmented({
  label,
  choices,
  value,
  onChange,
  placeholder,
  className,
}: {
  label: string
  choices: readonly Choice[]
  value: string | null
  onChange: (value: string) => void
  /** The choice that applies while nothing is set. */
  placeholder?: string | undefined
  className?: string
}) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={next => onChange(String(next))}
      className={classNames('inline-flex rounded-md border border-control bg-surface p-px', className)}
    >
      {choices.map(choice => (
        <Radio.Root
          key={choice.value}
          value={choice.value}
          aria-label={choice.label}
          className={classNames(
            'flex h-6 cursor-pointer items-center rounded-[5px] px-2 text-muted select-none data-checked:bg-accent data-checked:text-on-accent coarse:h-9',
            value === null && placeholder === choice.value && 'text-text underline underline-offset-4',
          )}
        >
          {choice.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
