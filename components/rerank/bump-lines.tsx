import { toBumpPath, type BumpLayout, type BumpLine } from '#lib/client/rerank/bump-layout.ts'

// Stretched to the width there is; lines keep their thickness all the same.
const width = 100

/** The ways of the documents. Up is accented, but the rows at both ends say so in numbers. */
export function BumpLines({
  layout,
  height,
  rowHeight,
}: {
  layout: BumpLayout
  height: number
  rowHeight: number
}) {
  const steps = Math.max(1, layout.axes.length - 1)
  return (
    <svg
      role="img"
      aria-label={`How ${layout.rowCount} documents moved from the input order to ${layout.axes.slice(1).join(', ')}; the view Ranking lists it`}
      viewBox={`0 0 ${steps * width} ${height}`}
      preserveAspectRatio="none"
      className="w-full overflow-hidden"
      style={{ height }}
    >
      {layout.axes.slice(1, -1).map((label, at) => (
        <line
          key={label}
          x1={(at + 1) * width}
          x2={(at + 1) * width}
          y1={0}
          y2={height}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {layout.lines.map(line => (
        <path
          key={line.index}
          data-document={line.index}
          d={toBumpPath(line, width, rowHeight)}
          vectorEffect="non-scaling-stroke"
          className={`fill-none [stroke-width:1.5] data-linked:stroke-text data-linked:[stroke-width:3] ${strokeOf(line)}`}
        />
      ))}
    </svg>
  )
}

function strokeOf({ points }: BumpLine): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last?.returned) return 'stroke-control [stroke-dasharray:2_4]'
  if (last.row < first.row) return 'stroke-accent'
  return 'stroke-control'
}
