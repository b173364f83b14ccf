import { groupNames, textNames } from './column-names.ts'
import type { ColumnChoice, TextTable } from './text-table.ts'

const rowsLookedAt = 1_000
const groupsMax = 30

/** Which column holds the texts and which the colours: by its name, else by what stands in it. */
export function guessColumns(table: TextTable): ColumnChoice {
  const known = (names: ReadonlySet<string>) => {
    for (const name of names) {
      const column = table.columns.findIndex(candidate => candidate.trim().toLowerCase() === name)
      if (column >= 0) return column
    }
    return null
  }
  const text = known(textNames) ?? mostWordy(table)
  const group = known(groupNames) ?? mostGrouping(table, text)
  return { text, group: group === text ? null : group }
}

function mostWordy({ cells }: TextTable): number {
  const letters = cells.map(column =>
    look(column).reduce((sum, cell) => sum + (cell.match(/\p{L}/gu)?.length ?? 0), 0),
  )
  return letters.indexOf(Math.max(...letters))
}

/** The column with the fewest values that still repeat; null where none does. */
function mostGrouping({ cells }: TextTable, text: number): number | null {
  let best: number | null = null
  let fewest = groupsMax + 1
  cells.forEach((column, index) => {
    if (index === text) return
    const seen = look(column).filter(cell => cell !== '')
    const values = new Set(seen).size
    if (values < 2 || values >= fewest || values * 2 > seen.length) return
    best = index
    fewest = values
  })
  return best
}

function look(column: readonly string[]): readonly string[] {
  return column.slice(0, rowsLookedAt)
}
