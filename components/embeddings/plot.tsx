'use client'
import { Progress } from '#components/ui/progress.tsx'
import { HoverCard } from './hover-card.tsx'
import { PlotButtons } from './plot-buttons.tsx'
import type { ModelColumn } from './state/viewer-state.ts'
import { usePlot } from './use-plot.ts'
import { useViewerState } from './viewer-context.ts'

/** The canvas of one model. The table holds the same points for those who do not see it. */
export function Plot({ column, titled }: { column: ModelColumn; titled: boolean }) {
  const count = useViewerState(state => state.shown?.rows.length ?? 0)
  const { canvas, scatter, onKeyDown } = usePlot(column)
  return (
    <section aria-label={`Map by ${column.model}`} className="relative min-h-0 min-w-0 flex-1 bg-panel">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes its own keys */}
      <div
        role="application"
        aria-roledescription="map"
        aria-label={`Map of ${count} texts by ${column.model}. Arrow keys move it, plus and minus zoom, 0 shows all, Enter shows the neighbours of the text in the middle. The table has the same texts.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="absolute inset-0 -outline-offset-2"
      >
        <canvas
          ref={canvas}
          data-map
          aria-hidden
          className="absolute inset-0 size-full touch-none bg-panel text-text caret-muted accent-accent"
        />
      </div>
      {titled && (
        <p className="pointer-events-none absolute top-2 left-3 max-w-[80%] truncate text-xs font-medium">
          {column.model}
        </p>
      )}
      {column.pca.state === 'running' && (
        <div className="absolute inset-x-4 top-1/2">
          <Progress label="Laying out the texts" value={column.pca.share} max={1} />
        </div>
      )}
      <PlotButtons scatter={scatter} />
      <HoverCard column={column} scatter={scatter} />
    </section>
  )
}
