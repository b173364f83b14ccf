import type { TextRow } from '#components/embeddings/model/text-row.ts'
import type { ColoredRows } from './color-rows.ts'
import type { ModelColumn } from './viewer-state.ts'

export type SortColumn = 'line' | 'text' | 'group' | 'cluster' | 'fidelity' | 'distance'

export interface TableSort {
  readonly by: SortColumn
  readonly down: boolean
}

export interface SortInput {
  readonly rows: readonly TextRow[]
  readonly column: Pick<ModelColumn, 'clusters' | 'fidelity' | 'neighbours'>
  readonly colored: ColoredRows
  /** Only these; null: all. */
  readonly found: readonly number[] | null
  /** Hidden legend entries: their rows are omitted, as on the map. */
  readonly hidden: ReadonlySet<string>
  readonly sort: TableSort
}

/** Row numbers in the order of the table; rows without the sort value come last in both directions. */
export function sortRows({ rows, column, colored, found, hidden, sort }: SortInput): readonly number[] {
  const off = new Set(colored.entries.filter(each => hidden.has(each.key)).map(each => each.category))
  const listed = (found ?? rows.map((_, row) => row)).filter(row => !off.has(colored.categories[row] ?? -1))
  if (sort.by === 'line') return sort.down ? listed.toReversed() : listed
  const keyOf = sortKey(rows, column, sort.by)
  const keys = new Map(listed.map(row => [row, keyOf(row)]))
  return listed.toSorted((a, b) => {
    const [first, second] = [keys.get(a) ?? null, keys.get(b) ?? null]
    if (first === null || second === null) return Number(first === null) - Number(second === null) || a - b
    const order = typeof first === 'string' ? first.localeCompare(String(second)) : first - Number(second)
    return (sort.down ? -order : order) || a - b
  })
}

function sortKey(
  rows: readonly TextRow[],
  { clusters, fidelity, neighbours }: SortInput['column'],
  by: Exclude<SortColumn, 'line'>,
): (row: number) => string | number | null {
  switch (by) {
    case 'text':
      return row => rows[row]?.text ?? null
    case 'group':
      return row => rows[row]?.group ?? null
    case 'cluster':
      return row =>
        known(clusters.state === 'done' ? clusters.result.assignments[row] : -1, value => value >= 0)
    case 'fidelity':
      return row =>
        known(fidelity.state === 'done' ? fidelity.result.shares[row] : Number.NaN, Number.isFinite)
    case 'distance': {
      const distances = new Map(neighbours.map(each => [each.index, each.distance]))
      return row => distances.get(row) ?? null
    }
  }
}

function known(value: number | undefined, accept: (value: number) => boolean): number | null {
  return value !== undefined && accept(value) ? value : null
}
