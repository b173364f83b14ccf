'use client'
import { useMemo } from 'react'
import { ScrollRegion } from '#components/chat/scroll-region.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { toBumpLayout } from '#lib/client/rerank/bump-layout.ts'
import { shortLabel } from '#lib/client/rerank/short-label.ts'
import { BumpLabels } from './bump-labels.tsx'
import { BumpLines } from './bump-lines.tsx'

const rowsMax = 100
const rowHeight = 24

/** How each document moved from the input order through the rankings; the view “Ranking” says the same in a list. */
export function BumpChart({ result }: { result: BoardResult }) {
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
              // oxlint-disable-next-line react/no-array-index-key -- one model may rank twice
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
          The first {formatCount(rows)} ranks of {formatCount(layout.rowCount)}.
        </p>
      )}
    </ScrollRegion>
  )
}
