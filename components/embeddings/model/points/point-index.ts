import KDBush from 'kdbush'
import type { Layout } from '#components/embeddings/model/vector-set.ts'

/** Spatial index of points. Coordinates and distances are in layout units; rows are row numbers. */
export interface PointIndex {
  /** The row nearest to a point within `radius`; null without one. */
  nearest: (x: number, y: number, radius: number) => number | null
  /** Rows within the rectangle between two corners, in order. */
  inRectangle: (x0: number, y0: number, x1: number, y1: number) => number[]
  /** Rows within a polygon of interleaved x and y; in order. */
  inPolygon: (outline: readonly number[]) => number[]
}

/** Indexes the rows with coordinates, 100,000 of them in about 30 ms. */
export function createPointIndex(layout: Layout): PointIndex {
  const rows: number[] = []
  for (let row = 0; row * 2 < layout.length; row += 1) {
    if (!Number.isNaN(layout[row * 2])) rows.push(row)
  }
  const tree = new KDBush(rows.length, 64, Float32Array)
  for (const row of rows) tree.add(layout[row * 2] ?? 0, layout[row * 2 + 1] ?? 0)
  tree.finish()
  const toRows = (ids: readonly number[]) =>
    ids.map(id => rows[id] ?? 0).toSorted((one, other) => one - other)

  const inRectangle: PointIndex['inRectangle'] = (x0, y0, x1, y1) =>
    toRows(tree.range(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)))

  return {
    inRectangle,
    nearest(x, y, radius) {
      let best: number | null = null
      let bestSquare = Infinity
      for (const row of toRows(tree.within(x, y, radius))) {
        const square = ((layout[row * 2] ?? 0) - x) ** 2 + ((layout[row * 2 + 1] ?? 0) - y) ** 2
        if (square >= bestSquare) continue
        best = row
        bestSquare = square
      }
      return best
    },
    inPolygon(outline) {
      const xs = outline.filter((_, index) => index % 2 === 0)
      const ys = outline.filter((_, index) => index % 2 === 1)
      return inRectangle(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)).filter(row =>
        isInPolygon(layout[row * 2] ?? 0, layout[row * 2 + 1] ?? 0, outline),
      )
    },
  }
}

/** Whether a point is within a polygon (interleaved x and y), by the even-odd rule. */
export function isInPolygon(x: number, y: number, outline: readonly number[]): boolean {
  let inside = false
  for (let at = 0, before = outline.length - 2; at < outline.length; before = at, at += 2) {
    const [x0, y0] = [outline[before] ?? 0, outline[before + 1] ?? 0]
    const [x1, y1] = [outline[at] ?? 0, outline[at + 1] ?? 0]
    if (y0 > y === y1 > y) continue
    if (x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside
  }
  return inside
}
