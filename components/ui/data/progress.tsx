/** A labeled progress bar; null: indeterminate. */
export function Progress({
  label,
  value,
  max,
  text,
  tone,
}: {
  label: string
  value: number | null
  max: number
  /** Read by screen readers instead of the percentage. */
  text?: string
  /** A share that needs attention; absent: none does. */
  tone?: 'warn' | 'bad' | undefined
}) {
  return (
    <progress
      aria-label={label}
      aria-valuetext={text}
      max={Math.max(max, 1)}
      {...(value !== null && { value })}
      data-tone={tone}
      className="progress"
    />
  )
}
