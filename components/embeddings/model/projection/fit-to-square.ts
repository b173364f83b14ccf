import type { Layout } from '#components/embeddings/model/vector-set.ts'

/** Moves and scales places (x and y by turns) so that they fill −1…1, both axes by the same factor. */
export function fitToSquare(places: Float32Array): Layout {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = [places[at] ?? 0, places[at + 1] ?? 0]
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  const half = Math.max(right - left, top - bottom) / 2
  const factor = half > 0 ? 1 / half : 0
  const [middleX, middleY] = [(left + right) / 2, (bottom + top) / 2]
  // Rounding may lead a hair beyond the border.
  const clamp = (value: number) => Math.min(1, Math.max(-1, value))
  return places.map((value, at) => clamp((value - (at % 2 === 0 ? middleX : middleY)) * factor))
}
