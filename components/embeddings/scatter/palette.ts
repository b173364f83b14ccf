/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

export interface Swatch {
  readonly color: Rgb
  readonly shape: Shape
}

// Okabe and Ito's eight colors, distinguishable with any color vision. An outline separates yellow and black
// from their background, and black is light on a dark background.
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

/** Color and shape of a category: eight colors, then the same colors with the next shape. */
export function categorySwatch(category: number, dark: boolean): Swatch {
  const index = category % okabeIto.length
  const color = okabeIto[index] ?? okabeIto[0]
  const shape = shapes[(index + Math.floor(category / okabeIto.length)) % shapes.length] ?? 'circle'
  return { color: dark && index === 7 ? lightInsteadOfBlack : (color ?? lightInsteadOfBlack), shape }
}

const shapes = ['circle', 'square', 'triangle', 'diamond', 'cross', 'drop', 'ring', 'plus'] as const

/** Number of distinguishable categories: each color with each shape. */
export const categoriesMax = okabeIto.length * shapes.length

// Cividis: readable without red or green, and perceptually uniform.
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

/** Color of a share from 0 to 1, for coloring by a number; always a circle. */
export function rampSwatch(step: number): Swatch {
  return {
    color: cividis[Math.min(Math.max(Math.trunc(step), 0), rampSteps - 1)] ?? [0, 0, 0],
    shape: 'circle',
  }
}

export function toCss([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`
}

/** Little-endian pixel value, as on all hardware with a browser. */
export function toPixel([red, green, blue]: Rgb): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}

export type Shape = (typeof shapes)[number]

/** Whether a point is in the shape; coordinates within −1…1, y downward. */
const inside: Readonly<Record<Shape, (x: number, y: number) => boolean>> = {
  circle: (x, y) => x * x + y * y <= 1,
  square: (x, y) => Math.abs(x) <= 0.86 && Math.abs(y) <= 0.86,
  triangle: (x, y) => y <= 0.8 && y >= -1 && Math.abs(x) <= (y + 1) * 0.56,
  diamond: (x, y) => Math.abs(x) + Math.abs(y) <= 1.1,
  cross: (x, y) => Math.abs(Math.abs(x) - Math.abs(y)) <= 0.42 && Math.max(Math.abs(x), Math.abs(y)) <= 0.95,
  drop: (x, y) => y >= -0.8 && y <= 1 && Math.abs(x) <= (1 - y) * 0.56,
  ring: (x, y) => x * x + y * y <= 1 && x * x + y * y >= 0.3,
  plus: (x, y) => Math.min(Math.abs(x), Math.abs(y)) <= 0.34 && Math.max(Math.abs(x), Math.abs(y)) <= 1,
}

// Each pixel is sampled 16 times, for smooth edges.
const samples = [-0.375, -0.125, 0.125, 0.375]

/**
 * Share of a pixel covered by the shape, 0 to 1; `dx`, `dy` are pixels from the center of a shape of this
 * radius.
 */
export function coverage(shape: Shape, radius: number, dx: number, dy: number): number {
  const hit = inside[shape]
  let count = 0
  for (const sy of samples)
    for (const sx of samples) if (hit((dx + sx) / radius, (dy + sy) / radius)) count += 1
  return count / (samples.length * samples.length)
}
