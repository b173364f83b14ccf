import { categoryBits } from './look.ts'
import type { Stamp } from './stamp.ts'

/** A picture as a canvas keeps it: one number a pixel, row after row. */
export interface Picture {
  readonly pixels: Uint32Array
  readonly width: number
  readonly height: number
}

export interface Points {
  /** x and y by turns. */
  readonly positions: Float32Array
  /** One for each point, as `toLook` makes them. */
  readonly looks: Uint8Array
  /** By look; a point whose look has none is not drawn. */
  readonly stamps: readonly (Stamp | undefined)[]
}

/** From the plane to the pixels of the picture: `left + x * scale`, `top - y * scale`. */
export interface Projection {
  readonly left: number
  readonly top: number
  readonly scale: number
}

const layersBottomUp = [1, 2, 3]

/** Stamps all points, layer by layer; within a layer later points lie on top. Its time is what panning takes. */
export function drawPoints(picture: Picture, { positions, looks, stamps }: Points, view: Projection): void {
  const { pixels, width, height } = picture
  const { left, top, scale } = view
  for (const layer of layersBottomUp) {
    for (let point = 0; point < looks.length; point += 1) {
      const look = looks[point] ?? 0
      if (look >> categoryBits !== layer) continue
      const x = Math.round(left + (positions[2 * point] ?? 0) * scale)
      const y = Math.round(top - (positions[2 * point + 1] ?? 0) * scale)
      const stamp = stamps[look]
      if (stamp === undefined) continue
      const { reach } = stamp
      if (x < reach || y < reach || x >= width - reach || y >= height - reach) {
        stampAtEdge(picture, stamp, x, y)
        continue
      }
      stampInside(pixels, width, stamp, y * width + x)
    }
  }
}

function stampInside(pixels: Uint32Array, width: number, stamp: Stamp, middle: number): void {
  const { solid, solidColors, edge, edgeColors, edgeKeeps } = stamp
  for (let place = 0; place < solidColors.length; place += 1) {
    const at = middle + (solid[2 * place + 1] ?? 0) * width + (solid[2 * place] ?? 0)
    pixels[at] = solidColors[place] ?? 0
  }
  for (let place = 0; place < edgeColors.length; place += 1) {
    const at = middle + (edge[2 * place + 1] ?? 0) * width + (edge[2 * place] ?? 0)
    pixels[at] = blend(pixels[at] ?? 0, edgeColors[place] ?? 0, edgeKeeps[place] ?? 0)
  }
}

function stampAtEdge({ pixels, width, height }: Picture, stamp: Stamp, x: number, y: number): void {
  const { reach, solid, solidColors, edge, edgeColors, edgeKeeps } = stamp
  if (x < -reach || y < -reach || x >= width + reach || y >= height + reach) return
  const inside = (px: number, py: number) => px >= 0 && py >= 0 && px < width && py < height
  for (let place = 0; place < solidColors.length; place += 1) {
    const [px, py] = [x + (solid[2 * place] ?? 0), y + (solid[2 * place + 1] ?? 0)]
    if (inside(px, py)) pixels[py * width + px] = solidColors[place] ?? 0
  }
  for (let place = 0; place < edgeColors.length; place += 1) {
    const [px, py] = [x + (edge[2 * place] ?? 0), y + (edge[2 * place + 1] ?? 0)]
    if (!inside(px, py)) continue
    const at = py * width + px
    pixels[at] = blend(pixels[at] ?? 0, edgeColors[place] ?? 0, edgeKeeps[place] ?? 0)
  }
}

// Two channels at a time: they lie 16 bits apart, so that no sum runs over into its neighbour.
function blend(below: number, above: number, keeps: number): number {
  const redBlue = (((below & 0xff00ff) * keeps) >>> 8) & 0xff00ff
  const green = (((below & 0x00ff00) * keeps) >>> 8) & 0x00ff00
  return (0xff000000 | ((redBlue + (above & 0xff00ff)) | (green + (above & 0x00ff00)))) >>> 0
}
