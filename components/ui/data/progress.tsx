/** A bar with a name; null: how far is unknown. */
export function Progress({
  label,
  value,
  max,
  text,
}: {
  label: string
  value: number | null
  max: number
  /** What a screen reader hears instead of the percentage. */
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
