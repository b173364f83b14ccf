const width = 232
const height = 40

/** A small line chart; the figure above it says what matters. */
export function Spark({ values }: { values: readonly number[] }) {
  const max = Math.max(...values)
  if (values.length === 0 || max <= 0) return <div aria-hidden className="h-10 border-b-2 border-active" />
  // One hour is a line as well.
  const points = values.length === 1 ? [...values, ...values] : values
  const line = points
    .map((value, at) => {
      const x = ((at / (points.length - 1)) * width).toFixed(1)
      const y = (height - 2 - (value / max) * (height - 6)).toFixed(1)
      return `${at === 0 ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-10 w-full text-accent-text"
    >
      <path d={`${line}L${width} ${height}L0 ${height}Z`} fill="currentColor" opacity=".1" />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** A bar for each hour; hours without a value have a flat one. */
export function Bars({ values }: { values: readonly number[] }) {
  const max = Math.max(1, ...values)
  return (
    <div aria-hidden className="flex h-10 items-end gap-[3px] px-4 pb-1">
      {values.map((value, at) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- hours have no other identity
          key={at}
          className={`flex-1 rounded-[1px] ${value > 0 ? 'bg-bad-dot' : 'bg-active'}`}
          style={{ height: Math.max((value / max) * 34, 2) }}
        />
      ))}
    </div>
  )
}
