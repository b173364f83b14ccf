import type { BumpLayout } from '#lib/client/rerank/bump-layout.ts'

/** The documents along the first or the last axis, each on the row where it stands there. */
export function BumpLabels({
  layout,
  axis,
  documents,
  rows,
  rowHeight,
}: {
  layout: BumpLayout
  axis: number
  documents: readonly string[]
  rows: number
  rowHeight: number
}) {
  const first = axis === 0
  const placed = layout.lines
    .map(({ index, points }) => ({ index, point: points[axis] }))
    .filter(({ point }) => point !== undefined && point.row < rows)
  return (
    <div aria-hidden className="relative" style={{ height: rows * rowHeight }}>
      {placed.map(({ index, point }) => (
        <span
          key={index}
          data-document={index}
          className={`absolute inset-x-0 flex cursor-default items-center gap-1.5 rounded px-1 data-linked:bg-sunken ${first ? 'flex-row-reverse text-right' : ''} ${point?.returned ? '' : 'text-muted'}`}
          style={{ top: (point?.row ?? 0) * rowHeight, height: rowHeight }}
          title={documents[index]?.slice(0, 300)}
        >
          <span className="w-6 shrink-0 text-center text-xs font-medium">
            {point?.returned ? point.row + 1 : '–'}
          </span>
          <span className="truncate text-xs">{documents[index]?.slice(0, 120)}</span>
        </span>
      ))}
    </div>
  )
}
