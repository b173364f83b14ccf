import { type Rgb, type Swatch, toPixel, coverage } from './palette.ts'

/** A point as pixels, rendered once and copied to every position. */
export interface Stamp {
  /** Extent of the stamp in pixels on each side of its center. */
  readonly reach: number
  /** Fully covered pixels: interleaved x and y from the center, and their colors. */
  readonly solid: Int16Array
  readonly solidColors: Uint32Array
  /** Edge pixels, blended with the pixels below; `keeps`: the share of those, of 256. */
  readonly edge: Int16Array
  readonly edgeColors: Uint32Array
  readonly edgeKeeps: Uint16Array
}

export interface StampStyle {
  readonly swatch: Swatch
  /** In device pixels. */
  readonly radius: number
  /** Width of the outline, in device pixels; 0: none. */
  readonly outline: number
  /** The color of that outline. */
  readonly ink: Rgb
  readonly ground: Rgb
  /** 1: full color; less: blended with the background. */
  readonly strength: number
}

export function createStamp({ swatch, radius, outline, ink, ground, strength }: StampStyle): Stamp {
  const reach = Math.ceil(radius + outline)
  const fill = mix(ground, swatch.color, strength)
  const line = mix(fill, ink, 0.5 * strength)
  const solid: number[] = []
  const solidColors: number[] = []
  const edge: number[] = []
  const edgeColors: number[] = []
  const edgeKeeps: number[] = []
  for (let y = -reach; y <= reach; y += 1)
    for (let x = -reach; x <= reach; x += 1) {
      const whole = coverage(swatch.shape, radius + outline, x, y)
      if (whole === 0) continue
      const color = mix(line, fill, outline === 0 ? 1 : coverage(swatch.shape, radius, x, y) / whole)
      if (whole === 1) {
        solid.push(x, y)
        solidColors.push(toPixel(color))
        continue
      }
      edge.push(x, y)
      edgeColors.push(toPixel(mix([0, 0, 0], color, whole)))
      edgeKeeps.push(Math.round((1 - whole) * 256))
    }
  return {
    reach,
    solid: Int16Array.from(solid),
    solidColors: Uint32Array.from(solidColors),
    edge: Int16Array.from(edge),
    edgeColors: Uint32Array.from(edgeColors),
    edgeKeeps: Uint16Array.from(edgeKeeps),
  }
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (place: 0 | 1 | 2) => Math.round(from[place] + (to[place] - from[place]) * Math.min(share, 1))
  return [part(0), part(1), part(2)]
}
