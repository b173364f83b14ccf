'use client'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPointIndex } from '#lib/client/embeddings/points/point-index.ts'
import type { Place } from './scatter/camera.ts'
import { createScatter, type Scatter } from './scatter/scatter.ts'
import { mapKey } from './scatter/map-key.ts'
import { shownLayout } from './state/analyse-column.ts'
import { groupLabels } from './state/group-labels.ts'
import { looksOf, visiblePlaces } from './state/looks-of.ts'
import { selectRows } from './state/select-rows.ts'
import type { ModelColumn } from './state/viewer-state.ts'
import { useColored } from './use-colored.ts'
import { useFocus } from './use-focus.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

const nowhere = new Float32Array()

/** Keeps a canvas in step with the viewer, and the viewer with what is done on the canvas. */
export function usePlot(column: ModelColumn): {
  canvas: RefObject<HTMLCanvasElement | null>
  scatter: Scatter | null
  onKeyDown: (event: KeyboardEvent) => void
} {
  const viewer = useViewer()
  const { store } = viewer
  const canvas = useRef<HTMLCanvasElement>(null)
  const [scatter, setScatter] = useState<Scatter | null>(null)
  const choice = useViewerState(state => state.layout)
  const hidden = useViewerState(state => state.hidden)
  const hovered = useViewerState(state => state.hovered)
  const anchor = useViewerState(state => state.anchor)
  const labelled = useViewerState(state => state.labels)
  const layout = shownLayout(column, choice) ?? nowhere
  const colored = useColored(column)
  const focus = useFocus(column)
  const looks = useMemo(() => looksOf(colored, layout, hidden, focus), [colored, layout, hidden, focus])
  // Who stands out changes often and hides nothing: the index is built again only when places change.
  const visible = useMemo(
    () => visiblePlaces(layout, looksOf(colored, layout, hidden, null)),
    [colored, layout, hidden],
  )
  const index = useMemo(() => createPointIndex(visible), [visible])
  const labels = useMemo(
    () =>
      labelled && anchor === null ? groupLabels(colored, layout, looksOf(colored, layout, hidden, null)) : [],
    [labelled, anchor, colored, layout, hidden],
  )
  const anchorRow = anchor?.kind === 'row' ? anchor.row : null

  const readTool = useEffectEvent(() => store.read().tool)
  const hover = useEffectEvent((at: Place | null, reach: number) => {
    const row = at && index.nearest(at.x, at.y, reach)
    store.update(state => (state.hovered === row ? state : { ...state, hovered: row }))
  })
  const click = useEffectEvent((at: Place, reach: number, adding: boolean) => {
    const row = index.nearest(at.x, at.y, reach)
    if (adding && row !== null) return store.update(state => selectRows(state, [row], 'toggle'))
    viewer.anchorRow(row)
  })
  const selectArea = useEffectEvent((corners: readonly Place[], adding: boolean) => {
    const rows = index.inPolygon(corners.flatMap(({ x, y }) => [x, y]))
    if (store.read().anchor) viewer.anchorRow(null)
    store.update(state => selectRows(state, rows, adding ? 'add' : 'replace'))
  })

  useEffect(() => {
    if (!canvas.current) return
    const started = createScatter(canvas.current, {
      tool: () => readTool(),
      onHover: (at, reach) => hover(at, reach),
      onClick: (at, reach, adding) => click(at, reach, adding),
      onArea: (corners, adding) => selectArea(corners, adding),
    })
    setScatter(started)
    return () => {
      setScatter(null)
      started.destroy()
    }
  }, [])

  useEffect(() => {
    const moves = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const links = column.neighbours.map(each => each.index)
    scatter?.show(
      { layout, looks, swatches: colored.swatches, labels, anchor: anchorRow, links, hovered },
      moves,
    )
  }, [scatter, layout, looks, colored, labels, anchorRow, column.neighbours, hovered])

  return {
    canvas,
    scatter,
    onKeyDown(event) {
      if (!scatter || !mapKey(scatter, event.key)) return
      event.preventDefault()
      if (event.key !== 'Enter') return
      const { at, reach } = scatter.middle()
      viewer.anchorRow(index.nearest(at.x, at.y, reach))
    },
  }
}
