'use client'
import { classNames } from '#components/ui/class-names.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

/** A text in a list; hover highlights it on the map, a click shows its neighbors. */
export function RowButton({
  row,
  aside,
  toMap = false,
}: {
  row: number
  aside?: string
  /** Opens the map from a view that does not show neighbors. */
  toMap?: boolean
}) {
  const viewer = useViewer()
  const text = useViewerState(state => state.shown?.rows[row]?.text ?? '')
  const hovered = useViewerState(state => state.hovered === row)
  const hover = (on: boolean) => viewer.store.update(state => ({ ...state, hovered: on ? row : null }))
  return (
    <button
      type="button"
      data-result
      onClick={() => {
        viewer.anchorRow(row)
        if (toMap) viewer.store.update(state => ({ ...state, view: 'map' }))
      }}
      onPointerEnter={() => hover(true)}
      onPointerLeave={() => hover(false)}
      onFocus={() => hover(true)}
      onBlur={() => hover(false)}
      className={classNames(
        'flex min-h-6 w-full items-baseline gap-2 rounded px-1.5 py-0.5 text-left text-xs hover:bg-hover coarse:min-h-10',
        hovered && 'bg-sunken',
      )}
    >
      <span className="line-clamp-2 min-w-0 flex-1 break-words">{text}</span>
      {aside !== undefined && <span className="text-muted">{aside}</span>}
    </button>
  )
}
