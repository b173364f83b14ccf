/** A labeled progress bar; null: indeterminate. */
export function Progress({
  label,
  value,
  max,
  text,
}: {
  label: string
  value: number | null
  max: number
  /** Read by screen readers instead of the percentage. */
  text?: string
}) {
  return (
    <progress
      aria-label={label}
      aria-valuetext={text}
      max={Math.max(max, 1)}
      {...(value !== null && { value })}
      className="progress"
    />
  )
}
