'use client'

import { useMemo } from 'react'
import { ScrollRegion } from '#components/ui/data/scroll-region.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { ComparisonResult } from './model/comparison-result.ts'
import { toBumpLayout, type BumpLayout, toBumpPath, type BumpLine } from './model/bump-layout.ts'
import { shortLabel } from './model/documents/short-label.ts'

const rowsMax = 100
const rowHeight = 24

/**
 * How each document moved from the input order through the rankings; the view “Ranking” shows the same as a
 * list.
 */
export function BumpChart({ result }: { result: ComparisonResult }) {
  const { question, columns } = result
  const count = question.documents.length
  const layout = useMemo(() => toBumpLayout(columns, count), [columns, count])
  const rows = Math.min(rowsMax, layout.rowCount)
  const steps = Math.max(1, layout.axes.length - 1)
  const height = rows * rowHeight
  return (
    <ScrollRegion label="Moves" className="scroll h-full">
      <div
        className="grid min-w-fit gap-x-2 px-3 py-2"
        style={{
          gridTemplateColumns: `minmax(72px, 1fr) minmax(${steps * 100}px, ${steps * 0.8}fr) minmax(72px, 1fr)`,
        }}
      >
        <span className="text-right text-xs text-muted">{layout.axes[0]}</span>
        <span className="relative h-5 text-xs text-muted">
          {layout.axes.slice(1, -1).map((label, at) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- the same model may appear twice
              key={at}
              className="absolute max-w-32 -translate-x-1/2 truncate"
              style={{ left: `${((at + 1) / steps) * 100}%` }}
            >
              {shortLabel(label)}
            </span>
          ))}
        </span>
        <span className="truncate text-xs text-muted">
          {layout.axes.length > 1 && shortLabel(layout.axes.at(-1) ?? '')}
        </span>
        <BumpLabels
          layout={layout}
          axis={0}
          documents={question.documents}
          rows={rows}
          rowHeight={rowHeight}
        />
        <BumpLines layout={layout} height={height} rowHeight={rowHeight} />
        <BumpLabels
          layout={layout}
          axis={layout.axes.length - 1}
          documents={question.documents}
          rows={rows}
          rowHeight={rowHeight}
        />
      </div>
      {layout.rowCount > rows && (
        <p className="px-3 pb-3 text-xs text-muted">
          Top {formatCount(rows)} ranks of {formatCount(layout.rowCount)}.
        </p>
      )}
    </ScrollRegion>
  )
}

/** The documents along the first or the last axis, each in its row there. */
function BumpLabels({
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
          className={`absolute inset-x-0 flex cursor-default items-center gap-1.5 rounded px-1 data-linked:bg-hover ${first ? 'flex-row-reverse text-right' : ''} ${point?.returned ? '' : 'text-muted'}`}
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

// Stretched to the available width; lines keep their thickness.
const width = 100

/**
 * The paths of the documents. Upward moves are accented, and the rows at both ends show the ranks as numbers.
 */
function BumpLines({ layout, height, rowHeight }: { layout: BumpLayout; height: number; rowHeight: number }) {
  const steps = Math.max(1, layout.axes.length - 1)
  return (
    <svg
      role="img"
      aria-label={`How ${layout.rowCount} documents moved from the input order to ${layout.axes.slice(1).join(', ')}; the Ranking view lists the same`}
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
  if (last.row < first.row) return 'stroke-accent-text'
  return 'stroke-control'
}
