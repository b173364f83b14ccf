import type { Point } from './camera.ts'

/** Drag behavior: pan, or draw an area. Shift always draws one. */
export type Tool = 'pan' | 'rectangle' | 'lasso'

export interface GestureEvents {
  readonly tool: () => Tool
  readonly onPan: (dx: number, dy: number) => void
  readonly onZoom: (factor: number, at: Point) => void
  /** Null: the pointer has left. */
  readonly onHover: (at: Point | null) => void
  readonly onClick: (at: Point, adding: boolean) => void
  /** The corners so far; null: canceled. */
  readonly onArea: (corners: readonly Point[] | null) => void
  readonly onAreaEnd: (corners: readonly Point[], adding: boolean) => void
}

type Drag =
  | { readonly kind: 'pan'; last: Point; moved: boolean }
  | { readonly kind: 'area'; readonly tool: Tool; corners: Point[] }

// `WheelEvent.DOM_DELTA_LINE`
const deltaInLines = 1
// Smaller movements count as a click.
const clickPixels = 4

/** Pointer, pinch and wheel events of a canvas, in its CSS pixels; returns a cleanup function. */
export function listenForGestures(canvas: HTMLCanvasElement, events: GestureEvents): () => void {
  const pointers = new Map<number, Point>()
  let drag: Drag | null = null
  let start: Point = { x: 0, y: 0 }
  const stop = new AbortController()
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => canvas.addEventListener(name, listener, { signal: stop.signal, passive: false })

  listen('pointerdown', event => {
    if (event.button !== 0) return
    canvas.setPointerCapture(event.pointerId)
    const at = pointOf(event)
    pointers.set(event.pointerId, at)
    if (pointers.size > 1) {
      if (drag?.kind === 'area') events.onArea(null)
      drag = null
      return
    }
    start = at
    const tool = areaTool(events.tool(), event.shiftKey)
    drag = tool === 'pan' ? { kind: 'pan', last: at, moved: false } : { kind: 'area', tool, corners: [at] }
  })
  listen('pointermove', event => {
    const at = pointOf(event)
    const before = pointers.get(event.pointerId)
    if (before === undefined) return events.onHover(at)
    pointers.set(event.pointerId, at)
    if (pointers.size === 2) return pinch(before, at, event.pointerId)
    if (drag?.kind === 'pan') {
      drag.moved ||= distance(start, at) >= clickPixels
      if (drag.moved) events.onPan(at.x - drag.last.x, at.y - drag.last.y)
      if (drag.moved) drag.last = at
    }
    if (drag?.kind === 'area') {
      drag.corners = drag.tool === 'rectangle' ? rectangle(start, at) : [...drag.corners, at]
      events.onArea(drag.corners)
    }
  })
  listen('pointerup', event => {
    const at = pointOf(event)
    pointers.delete(event.pointerId)
    const ended = drag
    drag = null
    if (ended === null) return
    if (distance(start, at) < clickPixels && (ended.kind === 'area' || !ended.moved)) {
      events.onArea(null)
      return events.onClick(at, event.shiftKey || event.metaKey || event.ctrlKey)
    }
    if (ended.kind === 'area') events.onAreaEnd(ended.corners, event.metaKey || event.ctrlKey)
  })
  listen('pointercancel', event => {
    pointers.delete(event.pointerId)
    drag = null
    events.onArea(null)
  })
  // Not `pointerleave`: that comes after React has notified the next element of the pointer.
  listen('pointerout', () => events.onHover(null))
  listen('wheel', event => {
    event.preventDefault()
    const pixels = event.deltaMode === deltaInLines ? event.deltaY * 16 : event.deltaY
    // A pinch on a touchpad is a wheel event with Ctrl, in smaller steps.
    events.onZoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0015)), pointOf(event))
  })
  listen('dblclick', event => events.onZoom(2, pointOf(event)))

  function pinch(before: Point, at: Point, pointerId: number): void {
    const other = [...pointers].find(([id]) => id !== pointerId)?.[1]
    if (other === undefined) return
    const factor = distance(at, other) / Math.max(distance(before, other), 1)
    events.onPan((at.x - before.x) / 2, (at.y - before.y) / 2)
    events.onZoom(factor, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 })
  }

  return () => stop.abort()
}

function areaTool(tool: Tool, shift: boolean): Tool {
  return tool === 'pan' && shift ? 'rectangle' : tool
}

function pointOf(event: MouseEvent): Point {
  return { x: event.offsetX, y: event.offsetY }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function rectangle(a: Point, b: Point): Point[] {
  return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
}
