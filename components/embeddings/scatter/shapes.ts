export const shapes = ['circle', 'square', 'triangle', 'diamond', 'cross', 'drop', 'ring', 'plus'] as const
export type Shape = (typeof shapes)[number]

/** Whether a place belongs to the shape; both within −1…1, y downwards. */
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

// Each pixel is looked at in 16 places, for smooth edges.
const samples = [-0.375, -0.125, 0.125, 0.375]

/** How much of a pixel the shape covers, 0 to 1; `dx`, `dy` are pixels from the middle of a shape of this radius. */
export function coverage(shape: Shape, radius: number, dx: number, dy: number): number {
  const hit = inside[shape]
  let count = 0
  for (const sy of samples)
    for (const sx of samples) if (hit((dx + sx) / radius, (dy + sy) / radius)) count += 1
  return count / (samples.length * samples.length)
}
