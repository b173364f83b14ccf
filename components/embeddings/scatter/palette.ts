import { type Shape, shapes } from './shapes.ts'

/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

export interface Swatch {
  readonly color: Rgb
  readonly shape: Shape
}

// Okabe and Ito's eight, apart for every kind of colour vision. Yellow and black are told from their ground by an
// outline, and black is light on a dark ground.
const okabeIto: readonly Rgb[] = [
  [0, 114, 178],
  [230, 159, 0],
  [0, 158, 115],
  [204, 121, 167],
  [86, 180, 233],
  [213, 94, 0],
  [240, 228, 66],
  [0, 0, 0],
]
const lightInsteadOfBlack: Rgb = [214, 218, 224]

/** Colour and shape of a category: eight colours, then the same colours with the next shape. */
export function categorySwatch(category: number, dark: boolean): Swatch {
  const place = category % okabeIto.length
  const color = okabeIto[place] ?? okabeIto[0]
  const shape = shapes[(place + Math.floor(category / okabeIto.length)) % shapes.length] ?? 'circle'
  return { color: dark && place === 7 ? lightInsteadOfBlack : (color ?? lightInsteadOfBlack), shape }
}

/** Categories that can be told apart: each colour with each shape. */
export const categoriesMax = okabeIto.length * shapes.length

// Cividis: readable without red or green, and evenly from dark to light.
const cividis: readonly Rgb[] = [
  [0, 34, 78],
  [18, 53, 112],
  [59, 73, 108],
  [87, 93, 109],
  [112, 113, 115],
  [138, 134, 120],
  [165, 156, 116],
  [195, 179, 105],
  [225, 204, 85],
  [253, 234, 69],
]
export const rampSteps = cividis.length

/** Colour of a share from 0 to 1, where points are coloured by a figure; always a circle. */
export function rampSwatch(step: number): Swatch {
  return {
    color: cividis[Math.min(Math.max(Math.trunc(step), 0), rampSteps - 1)] ?? [0, 0, 0],
    shape: 'circle',
  }
}

export function toCss([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`
}

/** As a canvas keeps it on machines that write the low byte first, which all browsers run on. */
export function toPixel([red, green, blue]: Rgb): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}
