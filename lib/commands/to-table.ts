/** Formats rows as aligned columns, without the control characters that a name could inject. */
export function toTable(cells: readonly (readonly string[])[]): string {
  const rows = cells.map(row => row.map(cell => cell.replaceAll(/\p{Cc}/gu, '\uFFFD')))
  const columns = Math.max(0, ...rows.map(row => row.length))
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map(row => row[index]?.length ?? 0)),
  )
  const toLine = (row: readonly string[]) =>
    row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')
  return rows.map(row => toLine(row).trimEnd()).join('\n')
}
