import type { RankedColumn } from './ranked-column.ts'

/**
 * Position of a document on an axis; `row` counts from 0 and exceeds the last rank for unreturned documents.
 */
export interface BumpPoint {
  readonly row: number
  readonly returned: boolean
}

/** The path of a document from the input order through every ranking. */
export interface BumpLine {
  readonly index: number
  /** One per axis; the first is the input order. */
  readonly points: readonly BumpPoint[]
}

export interface BumpLayout {
  readonly axes: readonly string[]
  readonly lines: readonly BumpLine[]
  readonly rowCount: number
}

/**
 * Lays rankings out side by side, starting with the order of the request. Columns without a response have no
 * axis.
 */
export function toBumpLayout(columns: readonly RankedColumn[], count: number): BumpLayout {
  const ranked = columns.filter(({ hits }) => hits.length > 0)
  const rows = ranked.map(toRows)
  return {
    axes: ['Input', ...ranked.map(({ label }) => label)],
    rowCount: count,
    lines: Array.from({ length: count }, (_, index) => ({
      index,
      points: [
        { row: index, returned: true },
        ...rows.map((byDocument, at) => ({
          row: byDocument[index] ?? count,
          returned: (ranked[at]?.ranks[index] ?? null) !== null,
        })),
      ],
    })),
  }
}

/** Unreturned documents are below the ranking, in the order of the request. */
function toRows({ ranks, hits }: RankedColumn): readonly number[] {
  let next = hits.length
  return ranks.map(rank => (rank === null ? next++ : rank - 1))
}

/**
 * An SVG path through the points, level where it leaves and reaches an axis.
 * @param width of one step between axes, in the path's units
 */
export function toBumpPath({ points }: BumpLine, width: number, rowHeight: number): string {
  return points
    .map(({ row }, axis) => {
      const x = axis * width
      const y = (row + 0.5) * rowHeight
      if (axis === 0) return `M ${x} ${y}`
      const before = ((points[axis - 1]?.row ?? 0) + 0.5) * rowHeight
      const middle = x - width / 2
      return `C ${middle} ${before} ${middle} ${y} ${x} ${y}`
    })
    .join(' ')
}
