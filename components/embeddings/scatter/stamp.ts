import { type Rgb, type Swatch, toPixel, coverage } from './palette.ts'

/** A point as its pixels, drawn once and copied to every place. */
export interface Stamp {
  /** The stamp reaches so many pixels to each side of its middle. */
  readonly reach: number
  /** Pixels that are covered whole: x and y by turns, from the middle, and their colours. */
  readonly solid: Int16Array
  readonly solidColors: Uint32Array
  /** Pixels at the edge, mixed with what lies below; `keeps`: how much of that stays, of 256. */
  readonly edge: Int16Array
  readonly edgeColors: Uint32Array
  readonly edgeKeeps: Uint16Array
}

export interface StampStyle {
  readonly swatch: Swatch
  /** In device pixels. */
  readonly radius: number
  /** Of a line around the shape, in device pixels; 0: none. */
  readonly outline: number
  /** The colour of that line. */
  readonly ink: Rgb
  readonly ground: Rgb
  /** 1: the colour itself; less: nearer to the ground. */
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
