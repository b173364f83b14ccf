import type { Stamp } from './stamp.ts'

/** Canvas image data: one number per pixel, row-major. */
export interface Picture {
  readonly pixels: Uint32Array
  readonly width: number
  readonly height: number
}

export interface Points {
  /** Interleaved x and y. */
  readonly positions: Float32Array
  /** One per point, from `toLook`. */
  readonly looks: Uint8Array
  /** By look; a point whose look has none is not drawn. */
  readonly stamps: readonly (Stamp | undefined)[]
}

/** From the plane to the pixels of the image: `left + x * scale`, `top - y * scale`. */
export interface Projection {
  /** Whole pixels, so that a panned image equals a redrawn one. */
  readonly left: number
  readonly top: number
  readonly scale: number
}

/** Pixels from `x0`, `y0` to `x1`, `y1` (exclusive). */
export interface Area {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

const layersBottomUp = [1, 2, 3]
// Reused between frames: 100,000 points would otherwise allocate 400 kB each.
let found = new Uint32Array()

/**
 * Stamps all points that intersect an area, and nothing outside of it; later layers and later points are on
 * top.
 */
export function drawPoints(picture: Picture, points: Points, view: Projection, area: Area): void {
  const { positions, looks, stamps } = points
  const { left, top, scale } = view
  const { x0, y0, x1, y1 } = area
  const count = findInArea(points, view, area)
  for (const layer of layersBottomUp) {
    for (let index = 0; index < count; index += 1) {
      const point = found[index] ?? 0
      const look = looks[point] ?? 0
      const stamp = stamps[look]
      if (look >> categoryBits !== layer || stamp === undefined) continue
      const { reach } = stamp
      const x = left + Math.round((positions[2 * point] ?? 0) * scale)
      const y = top - Math.round((positions[2 * point + 1] ?? 0) * scale)
      if (x < x0 + reach || y < y0 + reach || x >= x1 - reach || y >= y1 - reach)
        stampAtEdge(picture, stamp, x, y, area)
      else stampInside(picture.pixels, picture.width, stamp, y * picture.width + x)
    }
  }
}

/** Collects the points near an area into `found`, in order. @returns their number */
function findInArea(
  { positions, looks, stamps }: Points,
  { left, top, scale }: Projection,
  area: Area,
): number {
  // A point is rounded to a whole pixel: one more on each side.
  const reach = stamps.reduce((most, stamp) => Math.max(most, stamp?.reach ?? 0), 0) + 1
  const xMin = (area.x0 - reach - left) / scale
  const xMax = (area.x1 + reach - left) / scale
  const yMin = (top - area.y1 - reach) / scale
  const yMax = (top - area.y0 + reach) / scale
  if (found.length < looks.length) found = new Uint32Array(looks.length)
  let count = 0
  for (let point = 0; point < looks.length; point += 1) {
    const x = positions[2 * point] ?? 0
    const y = positions[2 * point + 1] ?? 0
    // Written so that NaN coordinates fail the comparison.
    if (!(x >= xMin && x <= xMax && y >= yMin && y <= yMax)) continue
    found[count] = point
    count += 1
  }
  return count
}

function stampInside(pixels: Uint32Array, width: number, stamp: Stamp, middle: number): void {
  const { solid, solidColors, edge, edgeColors, edgeKeeps } = stamp
  for (let index = 0; index < solidColors.length; index += 1) {
    const at = middle + (solid[2 * index + 1] ?? 0) * width + (solid[2 * index] ?? 0)
    pixels[at] = solidColors[index] ?? 0
  }
  for (let index = 0; index < edgeColors.length; index += 1) {
    const at = middle + (edge[2 * index + 1] ?? 0) * width + (edge[2 * index] ?? 0)
    pixels[at] = blend(pixels[at] ?? 0, edgeColors[index] ?? 0, edgeKeeps[index] ?? 0)
  }
}

function stampAtEdge({ pixels, width }: Picture, stamp: Stamp, x: number, y: number, area: Area): void {
  const { solid, solidColors, edge, edgeColors, edgeKeeps } = stamp
  const inside = (px: number, py: number) => px >= area.x0 && py >= area.y0 && px < area.x1 && py < area.y1
  for (let index = 0; index < solidColors.length; index += 1) {
    const [px, py] = [x + (solid[2 * index] ?? 0), y + (solid[2 * index + 1] ?? 0)]
    if (inside(px, py)) pixels[py * width + px] = solidColors[index] ?? 0
  }
  for (let index = 0; index < edgeColors.length; index += 1) {
    const [px, py] = [x + (edge[2 * index] ?? 0), y + (edge[2 * index + 1] ?? 0)]
    if (!inside(px, py)) continue
    const at = py * width + px
    pixels[at] = blend(pixels[at] ?? 0, edgeColors[index] ?? 0, edgeKeeps[index] ?? 0)
  }
}

// Two channels at a time: they are 16 bits apart, so that no sum overflows into its neighbor.
function blend(below: number, above: number, keeps: number): number {
  const redBlue = (((below & 0xff00ff) * keeps) >>> 8) & 0xff00ff
  const green = (((below & 0x00ff00) * keeps) >>> 8) & 0x00ff00
  return (0xff000000 | ((redBlue + (above & 0xff00ff)) | (green + (above & 0x00ff00)))) >>> 0
}

/** Rendering of a point in one byte: its layer, then its category. Later layers are on top. */
export type Layer = 'hidden' | 'dimmed' | 'plain' | 'strong'

const layers: readonly Layer[] = ['hidden', 'dimmed', 'plain', 'strong']
const categoryBits = 6
export const hiddenLook = 0

export function toLook(layer: Layer, category: number): number {
  if (layer === 'hidden') return hiddenLook
  return (layers.indexOf(layer) << categoryBits) | (category % (1 << categoryBits))
}
