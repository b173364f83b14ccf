'use client'

import { Progress } from '#components/ui/data/progress.tsx'
import type { ModelColumn } from './state/viewer-state.ts'
import { usePlot } from './use-plot.ts'
import { useViewerState } from './viewer-context.ts'
import { Maximize, Minus, Plus } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import type { Scatter } from './scatter/scatter.ts'
import { formatCountOf, formatShare } from '#lib/client/format.ts'

/** The canvas of one model. The table is the accessible alternative. */
export function Plot({ column, titled }: { column: ModelColumn; titled: boolean }) {
  const count = useViewerState(state => state.shown?.rows.length ?? 0)
  const { canvas, scatter, onKeyDown } = usePlot(column)
  return (
    <section aria-label={`Plot by ${column.model}`} className="relative min-h-0 min-w-0 flex-1 bg-canvas">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application handles its own keys */}
      <div
        role="application"
        aria-roledescription="plot"
        aria-label={`Plot of ${count} texts by ${column.model}. Arrow keys pan, plus and minus zoom, 0 fits all, Enter shows the neighbors of the center text. The table has the same texts.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="absolute inset-0 -outline-offset-2"
      >
        <canvas
          ref={canvas}
          data-map
          aria-hidden
          className="absolute inset-0 size-full touch-none bg-canvas text-text caret-muted accent-accent"
        />
      </div>
      {titled && (
        <p className="pointer-events-none absolute top-2 left-3 max-w-[80%] truncate text-xs font-medium">
          {column.model}
        </p>
      )}
      {column.pca.state === 'running' && (
        <div className="absolute inset-x-4 top-1/2 mx-auto flex max-w-96 flex-col gap-1.5 text-xs text-muted">
          <span>
            Computing the layout of {formatCountOf(count, 'text')} · {formatShare(column.pca.share)}
          </span>
          <Progress label="Computing layout" value={column.pca.share} max={1} />
        </div>
      )}
      <PlotButtons scatter={scatter} />
      <HoverCard column={column} scatter={scatter} />
    </section>
  )
}

/** Buttons for wheel and pinch zoom. */
function PlotButtons({ scatter }: { scatter: Scatter | null }) {
  return (
    <div className="absolute right-2 bottom-2 flex flex-col rounded-lg border border-line bg-card">
      <IconButton
        label="Zoom in"
        keys="+"
        className="size-7 coarse:size-10"
        onClick={() => scatter?.zoom(1.6)}
      >
        <Plus size={16} aria-hidden />
      </IconButton>
      <IconButton
        label="Zoom out"
        keys="−"
        className="size-7 coarse:size-10"
        onClick={() => scatter?.zoom(1 / 1.6)}
      >
        <Minus size={16} aria-hidden />
      </IconButton>
      <IconButton label="Fit all" keys="0" className="size-7 coarse:size-10" onClick={() => scatter?.fit()}>
        <Maximize size={16} aria-hidden />
      </IconButton>
    </div>
  )
}

/** The text under the pointer, next to its point; in the other plot, next to the same text's point. */
function HoverCard({ column, scatter }: { column: ModelColumn; scatter: Scatter | null }) {
  const hovered = useViewerState(state => state.hovered)
  const row = useViewerState(state => (hovered === null ? undefined : state.shown?.rows[hovered]))
  if (hovered === null || row === undefined || scatter === null) return null
  const { x, y } = scatter.screenOf(hovered)
  if (!Number.isFinite(x)) return null
  const share = column.fidelity.state === 'done' ? column.fidelity.result.shares[hovered] : undefined
  return (
    <div
      aria-hidden
      className="pop pointer-events-none absolute top-0 left-0 z-10 max-w-64 px-2.5 py-1.5 text-xs"
      style={{
        transform: `translate(clamp(0px, calc(${x}px - 50%), calc(100cqw - 100%)), calc(${y}px + 14px))`,
      }}
    >
      <p className="line-clamp-4 break-words">{row.text}</p>
      <p className="mt-0.5 text-muted">
        {[
          `Text ${hovered + 1}`,
          row.group,
          share !== undefined && !Number.isNaN(share) && `${formatShare(share)} of its neighbors kept`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}
