/** Rows of cells as lines with aligned columns. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map(row => row.length))
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map(row => row[index]?.length ?? 0)),
  )
  const toLine = (row: readonly string[]) =>
    row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')
  return rows.map(row => toLine(row).trimEnd()).join('\n')
}
