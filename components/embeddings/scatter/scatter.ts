import {
  type Camera,
  panBy,
  pixelsPerUnit,
  type Point,
  type Size,
  toPlane,
  toScreen,
  wholeView,
  zoomAt,
} from './camera.ts'
import { drawArea, drawLabels, drawLinks, drawRing, type GroupLabel } from './draw-marks.ts'
import {
  type Picture,
  type Area,
  drawPoints,
  type Points,
  type Projection,
  hiddenLook,
  type Layer,
  toLook,
} from './draw-points.ts'
import { listenForGestures, type Tool } from './gestures.ts'
import { type Swatch, toPixel } from './palette.ts'
import { type Stamp, createStamp } from './stamp.ts'
import { readTheme, type ScatterTheme, watchTheme } from './theme.ts'

/** The scene to draw. Arrays are read again at each frame and not copied. */
export interface ScatterScene {
  /** Interleaved x and y, within −1…1. */
  readonly layout: Float32Array
  /** One byte per point, from `toLook`. */
  readonly looks: Uint8Array
  /** By category. */
  readonly swatches: (dark: boolean) => readonly Swatch[]
  readonly labels: readonly GroupLabel[]
  /** The point whose neighbors are shown, and the neighbors. */
  readonly anchor: number | null
  readonly links: readonly number[]
  readonly hovered: number | null
}

export interface ScatterEvents {
  readonly tool: () => Tool
  /** A point of the plane and its tolerance; null: the pointer has left. */
  readonly onHover: (at: Point | null, reach: number) => void
  readonly onClick: (at: Point, reach: number, adding: boolean) => void
  /** The corners of an area of the plane. */
  readonly onArea: (corners: readonly Point[], adding: boolean) => void
}

export interface Scatter {
  /** Shows a scene; points are animated to a new layout unless reduced motion is preferred. */
  readonly show: (scene: ScatterScene, travels: boolean) => void
  readonly pan: (dx: number, dy: number) => void
  /** Around the center. */
  readonly zoom: (factor: number) => void
  readonly fit: () => void
  /** The center of the view, and the radius around it. */
  readonly middle: () => { readonly at: Point; readonly reach: number }
  /** Position of a point on the canvas, in CSS pixels. */
  readonly screenOf: (point: number) => Point
  readonly destroy: () => void
}

const reachPixels = 14
const travelMs = 200
// With more points, names cover some anyway, and placement takes time at each frame.
const labeledPointsMax = 2000

/**
 * Draws points on a canvas without a GPU: 100,000 of them in about 10 ms, once per frame and only on a
 * change.
 */
export function createScatter(canvas: HTMLCanvasElement, events: ScatterEvents): Scatter {
  // Pixels are written by the CPU each frame: kept in memory they need no readback from the GPU.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (context === null) throw new Error('This browser does not support canvas drawing.')
  let scene: ScatterScene | null = null
  let camera = wholeView
  let size: Size = { width: 0, height: 0 }
  let image: ImageData | null = null
  // The pixels of the image, as they are written.
  let picture: Picture | null = null
  const painter = createPainter()
  let theme: ScatterTheme = readTheme(canvas)
  let stamps: { readonly key: string; readonly list: readonly (Stamp | undefined)[] } | null = null
  let travel: Travel | null = null
  let area: readonly Point[] = []
  let frame = 0

  const redraw = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const look = (next: Camera) => {
    camera = next
    redraw()
  }
  const reach = () => reachPixels / pixelsPerUnit(camera, size)
  const inPlane = (at: Point) => toPlane(at, camera, size)

  function draw(now: number): void {
    frame = 0
    if (scene === null || image === null || picture === null || context === null) return
    const ratio = image.width / Math.max(size.width, 1)
    const layout = travel?.at(now) ?? scene.layout
    const scale = pixelsPerUnit(camera, size) * ratio
    const radius = Math.round(radiusFor(scene.looks.length, camera.zoom) * ratio * 2) / 2
    // Animated points change their positions within the same array.
    if (travel !== null) painter.forget()
    painter.paint(
      picture,
      { positions: layout, looks: scene.looks, stamps: stampsOf(scene, radius) },
      {
        left: Math.round(image.width / 2 - camera.x * scale),
        top: Math.round(image.height / 2 + camera.y * scale),
        scale,
      },
      toPixel(theme.ground),
    )
    context.putImageData(image, 0, 0)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    drawMarks(context, scene, layout, radius / ratio)
    if (travel?.done(now)) travel = null
    if (travel) redraw()
  }

  function drawMarks(
    pen: CanvasRenderingContext2D,
    { anchor, links, hovered, labels, looks }: ScatterScene,
    layout: Float32Array,
    radius: number,
  ): void {
    const screenPointOf = (point: number) => screenOf(layout, point)
    if (anchor !== null) drawLinks(pen, screenPointOf(anchor), links.map(screenPointOf), theme.mutedCss)
    if (anchor !== null) drawRing(pen, screenPointOf(anchor), radius + 5, theme.accentCss)
    if (hovered !== null) drawRing(pen, screenPointOf(hovered), radius + 3, theme.inkCss)
    // During an animation, groups have no center yet.
    if (travel === null)
      drawLabels(
        pen,
        labels.map(label => ({ ...label, ...toScreen(label, camera, size) })),
        { points: { positions: visibleOnScreen(layout, looks), radius }, size, theme },
      )
    drawArea(pen, area, theme)
  }

  function visibleOnScreen(layout: Float32Array, looks: Uint8Array): Float32Array {
    if (looks.length > labeledPointsMax) return new Float32Array()
    return Float32Array.from(
      [...looks].flatMap((look, point) => {
        if (look === hiddenLook) return []
        const { x, y } = screenOf(layout, point)
        return [x, y]
      }),
    )
  }

  function screenOf(layout: Float32Array, point: number): Point {
    return toScreen({ x: layout[2 * point] ?? 0, y: layout[2 * point + 1] ?? 0 }, camera, size)
  }

  function stampsOf({ swatches }: ScatterScene, radius: number): readonly (Stamp | undefined)[] {
    const list = swatches(theme.dark)
    const key = `${radius} ${theme.groundCss} ${list.map(each => `${each.color.join()}${each.shape}`).join()}`
    if (stamps?.key !== key) stamps = { key, list: stampsFor(list, radius, theme) }
    return stamps.list
  }

  const stopGestures = listenForGestures(canvas, {
    tool: events.tool,
    onPan: (dx, dy) => look(panBy(camera, dx, dy, size)),
    onZoom: (factor, at) => look(zoomAt(camera, factor, at, size)),
    onHover: at => events.onHover(at && inPlane(at), reach()),
    onClick: (at, adding) => events.onClick(inPlane(at), reach(), adding),
    onArea: corners => {
      area = corners ?? []
      redraw()
    },
    onAreaEnd: (corners, adding) => {
      area = []
      events.onArea(corners.map(inPlane), adding)
      redraw()
    },
  })
  const stopTheme = watchTheme(() => {
    theme = readTheme(canvas)
    redraw()
  })
  const observer = new ResizeObserver(() => {
    const { width, height } = canvas.getBoundingClientRect()
    size = { width, height }
    canvas.width = Math.max(1, Math.round(width * devicePixelRatio))
    canvas.height = Math.max(1, Math.round(height * devicePixelRatio))
    image = new ImageData(canvas.width, canvas.height)
    const { data, width: columns, height: rows } = image
    picture = { pixels: new Uint32Array(data.buffer), width: columns, height: rows }
    // A resized canvas is empty: it is drawn before the browser shows it.
    cancelAnimationFrame(frame)
    draw(performance.now())
  })
  observer.observe(canvas)

  return {
    show(next, travels) {
      const before = scene?.layout
      if (before && before !== next.layout) {
        const now = performance.now()
        const from = travel?.at(now).slice() ?? before
        const goes = travels && from.length === next.layout.length
        travel = goes ? startTravel(from, next.layout, now, travelMs) : null
      }
      scene = next
      redraw()
    },
    pan: (dx, dy) => look(panBy(camera, dx, dy, size)),
    zoom: factor => look(zoomAt(camera, factor, { x: size.width / 2, y: size.height / 2 }, size)),
    fit: () => look(wholeView),
    middle: () => ({ at: { x: camera.x, y: camera.y }, reach: size.width / pixelsPerUnit(camera, size) }),
    screenOf: point => screenOf(scene?.layout ?? new Float32Array(), point),
    destroy() {
      cancelAnimationFrame(frame)
      stopGestures()
      stopTheme()
      observer.disconnect()
    },
  }
}

/** An animation from one layout to another. */
interface Travel {
  /** The positions at this time; the same array each time. */
  readonly at: (now: number) => Float32Array
  readonly done: (now: number) => boolean
}

export function startTravel(from: Float32Array, to: Float32Array, now: number, durationMs: number): Travel {
  const positions = new Float32Array(to.length)
  const share = (time: number) => Math.min(1, (time - now) / durationMs)
  return {
    at(time) {
      const left = 1 - share(time)
      // Ease out.
      const way = 1 - left * left * left
      for (let index = 0; index < positions.length; index += 1) {
        const start = from[index] ?? 0
        positions[index] = start + ((to[index] ?? 0) - start) * way
      }
      return positions
    },
    done: time => share(time) >= 1,
  }
}

const styles: readonly { readonly layer: Layer; readonly size: number; readonly strength: number }[] = [
  { layer: 'dimmed', size: 0.8, strength: 0.16 },
  { layer: 'plain', size: 1, strength: 1 },
  { layer: 'strong', size: 1.25, strength: 1 },
]

/**
 * The stamps of all categories on all layers, by look.
 * @param radius of a regular point, in device pixels
 */
function stampsFor(
  swatches: readonly Swatch[],
  radius: number,
  theme: ScatterTheme,
): readonly (Stamp | undefined)[] {
  const stamps: (Stamp | undefined)[] = []
  swatches.forEach((swatch, category) => {
    for (const { layer, size, strength } of styles)
      stamps[toLook(layer, category)] = createStamp({
        swatch,
        radius: radius * size,
        // An outline around tiny points would cover their color.
        outline: radius * size >= 3 ? 1 : 0,
        ink: theme.ink,
        ground: theme.ground,
        strength,
      })
  })
  return stamps
}

/** Radius in CSS pixels: smaller with many points, larger with zoom. */
function radiusFor(count: number, zoom: number): number {
  const base = count <= 300 ? 5 : count <= 3000 ? 4 : count <= 12_000 ? 2.5 : count <= 40_000 ? 2.2 : 1.6
  return base * Math.min(2, Math.max(1, zoom) ** 0.25)
}

interface Painter {
  /**
   * Updates an image. A panned one reuses its pixels, and only exposed areas are drawn: with 100,000 points
   * that is a tenth of the work.
   * @param ground color of the empty image
   */
  readonly paint: (picture: Picture, points: Points, view: Projection, ground: number) => void
  /** Forces a full redraw: the points have moved, or the image is another. */
  readonly forget: () => void
}

interface Painted {
  readonly picture: Picture
  readonly points: Points
  readonly view: Projection
  readonly ground: number
}

export function createPainter(): Painter {
  let last: Painted | null = null
  return {
    paint(picture, points, view, ground) {
      const next = { picture, points, view, ground }
      const areas = last !== null && isMoved(last, next) ? move(last, next) : [wholeOf(picture)]
      for (const area of areas) {
        clear(picture, area, ground)
        drawPoints(picture, points, view, area)
      }
      last = next
    },
    forget() {
      last = null
    },
  }
}

function isMoved(last: Painted, next: Painted): boolean {
  return (
    last.picture === next.picture &&
    last.ground === next.ground &&
    last.view.scale === next.view.scale &&
    last.points.positions === next.points.positions &&
    last.points.looks === next.points.looks &&
    last.points.stamps === next.points.stamps &&
    Math.abs(next.view.left - last.view.left) < next.picture.width / 2 &&
    Math.abs(next.view.top - last.view.top) < next.picture.height / 2
  )
}

/** Shifts the pixels, and returns the exposed areas. */
function move({ view: from }: Painted, { picture, view: to }: Painted): readonly Area[] {
  const { pixels, width, height } = picture
  const [dx, dy] = [to.left - from.left, to.top - from.top]
  const offset = dy * width + dx
  // Pixels that wrap around at the sides end up in columns that are redrawn.
  if (offset > 0) pixels.copyWithin(offset, 0, pixels.length - offset)
  if (offset < 0) pixels.copyWithin(0, -offset)
  const [y0, y1] = dy > 0 ? [dy, height] : [0, height + dy]
  const rows: Area = { x0: 0, x1: width, y0: dy > 0 ? 0 : y1, y1: dy > 0 ? y0 : height }
  const columns: Area = { x0: dx > 0 ? 0 : width + dx, x1: dx > 0 ? dx : width, y0, y1 }
  return [rows, columns].filter(area => area.x0 < area.x1 && area.y0 < area.y1)
}

function clear({ pixels, width }: Picture, { x0, y0, x1, y1 }: Area, ground: number): void {
  for (let y = y0; y < y1; y += 1) pixels.fill(ground, y * width + x0, y * width + x1)
}

function wholeOf({ width, height }: Picture): Area {
  return { x0: 0, y0: 0, x1: width, y1: height }
}
