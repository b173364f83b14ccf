import type { Row } from './row.ts'

/** A readable table: one line per figure, with its peer, its goal and whether it was met. */
export function printRows(title: string, rows: readonly Row[]): void {
  const lines = rows.map(row => [
    row.name,
    toFigure(row.ours),
    row.peer === null ? '' : toFigure(row.peer),
    row.peerName ?? '',
    row.goal === null ? '' : toFigure(row.goal),
    row.unit,
    row.ok === null ? '' : row.ok ? 'ok' : 'MISSED',
  ])
  const head = [title, 'ours', 'peer', 'peer is', 'goal', 'unit', '']
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map(line => line[column]?.length ?? 0)))
  for (const line of [head, ...lines]) {
    const cells = line.map((cell, column) =>
      [1, 2, 4].includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
    console.log(cells.join('  ').trimEnd())
  }
}

function toFigure(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}
