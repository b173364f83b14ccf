'use client'
import { formatShare } from '#lib/client/format.ts'
import type { Scatter } from './scatter/scatter.ts'
import type { ModelColumn } from './state/viewer-state.ts'
import { useViewerState } from './viewer-context.ts'

/** The text under the pointer, beside its point; in the other plot, beside the same text's point there. */
export function HoverCard({ column, scatter }: { column: ModelColumn; scatter: Scatter | null }) {
  const hovered = useViewerState(state => state.hovered)
  const row = useViewerState(state => (hovered === null ? undefined : state.shown?.rows[hovered]))
  if (hovered === null || row === undefined || scatter === null) return null
  const { x, y } = scatter.screenOf(hovered)
  if (!Number.isFinite(x)) return null
  const share = column.trust.state === 'done' ? column.trust.result.shares[hovered] : undefined
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
          share !== undefined && !Number.isNaN(share) && `keeps ${formatShare(share)} of its neighbours`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}
