'use client'
import { classNames } from '#components/ui/class-names.ts'

/** Multiple choices side by side; null: unset, and `placeholder` applies. */
export function Toggles({
  label,
  options,
  values,
  placeholder,
  onChange,
}: {
  label: string
  options: readonly string[]
  values: readonly string[] | null
  placeholder: readonly string[]
  /** In option order; the first change starts from the placeholder. */
  onChange: (values: readonly string[]) => void
}) {
  const chosen = new Set(values ?? placeholder)
  const toggle = (option: string) => onChange(options.filter(each => (each === option) !== chosen.has(each)))
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1">
      {options.map(option => (
        <label
          key={option}
          className={classNames(
            'relative flex h-6 items-center rounded-md border border-control px-2 text-muted select-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text coarse:h-10',
            chosen.has(option) && values === null && 'text-text underline underline-offset-4',
            values?.includes(option) && 'border-accent-line bg-accent-soft font-medium text-accent-text',
          )}
        >
          <input
            type="checkbox"
            checked={chosen.has(option)}
            onChange={() => toggle(option)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option}
        </label>
      ))}
    </fieldset>
  )
}
