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
import { createPointIndex } from './model/points/point-index.ts'
import type { Point } from './scatter/camera.ts'
import { createScatter, type Scatter } from './scatter/scatter.ts'
import { shownLayout } from './state/analyse-column.ts'
import { selectRows } from './state/select-rows.ts'
import type { ModelColumn } from './state/viewer-state.ts'
import { useColored } from './use-colored.ts'
import { useFocus } from './use-focus.ts'
import { useViewer, useViewerState } from './viewer-context.ts'
import type { ColoredRows } from './state/color-rows.ts'
import type { GroupLabel } from './scatter/draw-marks.ts'
import { hiddenLook, toLook } from './scatter/draw-points.ts'

const nowhere = new Float32Array()

/** Synchronizes a canvas with the viewer, in both directions. */
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
  // Highlighting changes often and hides nothing: rebuild the index only when positions change.
  const visible = useMemo(
    () => visiblePositions(layout, looksOf(colored, layout, hidden, null)),
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
  const hover = useEffectEvent((at: Point | null, reach: number) => {
    const row = at && index.nearest(at.x, at.y, reach)
    store.update(state => (state.hovered === row ? state : { ...state, hovered: row }))
  })
  const click = useEffectEvent((at: Point, reach: number, adding: boolean) => {
    const row = index.nearest(at.x, at.y, reach)
    if (adding && row !== null) return store.update(state => selectRows(state, [row], 'toggle'))
    viewer.anchorRow(row)
  })
  const selectArea = useEffectEvent((corners: readonly Point[], adding: boolean) => {
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

const stepPixels = 48

const actions: Readonly<Record<string, (scatter: Scatter) => void>> = {
  ArrowLeft: scatter => scatter.pan(stepPixels, 0),
  ArrowRight: scatter => scatter.pan(-stepPixels, 0),
  ArrowUp: scatter => scatter.pan(0, stepPixels),
  ArrowDown: scatter => scatter.pan(0, -stepPixels),
  '+': scatter => scatter.zoom(1.4),
  '=': scatter => scatter.zoom(1.4),
  '-': scatter => scatter.zoom(1 / 1.4),
  '0': scatter => scatter.fit(),
  Enter: () => {},
}

/** Handles a navigation key of the map; false for other keys. */
function mapKey(scatter: Scatter, key: string): boolean {
  const action = actions[key]
  action?.(scatter)
  return action !== undefined
}

/**
 * Rendering of each row: hidden without coordinates or with its legend entry off, otherwise regular, or
 * dimmed next to highlighted ones.
 * @param focus null: no highlighting
 */
export function looksOf(
  { categories, entries }: ColoredRows,
  layout: Float32Array,
  hidden: ReadonlySet<string>,
  focus: ReadonlySet<number> | null,
): Uint8Array {
  const off = new Set(entries.filter(entry => hidden.has(entry.key)).map(entry => entry.category))
  return categories.map((category, row) => {
    if (Number.isNaN(layout[2 * row]) || off.has(category)) return hiddenLook
    if (focus === null) return toLook('plain', category)
    return toLook(focus.has(row) ? 'strong' : 'dimmed', category)
  })
}

/** The layout with coordinates for visible rows only, so that hidden ones cannot be hovered or selected. */
export function visiblePositions(layout: Float32Array, looks: Uint8Array): Float32Array {
  return layout.map((value, index) => (looks[index >> 1] === hiddenLook ? Number.NaN : value))
}

// More names than this would cover the points they name.
const labelsMax = 24
// A column may contain whole sentences.
const labelLengthMax = 40

/**
 * The name of each group at the center of its visible points; none for a single group, or for the steps of a
 * number.
 */
export function groupLabels(
  { entries, categories, scale }: ColoredRows,
  layout: Float32Array,
  looks: Uint8Array,
): readonly GroupLabel[] {
  // Before the layout there is no place for a name.
  if (scale || entries.length < 2 || layout.length === 0) return []
  return entries.slice(0, labelsMax).flatMap(({ label, category }) => {
    const xs: number[] = []
    const ys: number[] = []
    for (let row = 0; row < categories.length; row += 1) {
      if (categories[row] !== category || looks[row] === hiddenLook) continue
      xs.push(layout[2 * row] ?? 0)
      ys.push(layout[2 * row + 1] ?? 0)
    }
    if (xs.length === 0) return []
    return [{ text: shorten(label), x: median(xs), y: median(ys), weight: xs.length }]
  })
}

function shorten(label: string): string {
  return label.length <= labelLengthMax ? label : `${label.slice(0, labelLengthMax - 1)}…`
}

// A single outlier must not pull a name away from its group.
function median(values: readonly number[]): number {
  const sorted = Float32Array.from(values).toSorted()
  return sorted[sorted.length >> 1] ?? 0
}
