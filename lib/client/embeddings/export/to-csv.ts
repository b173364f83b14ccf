import { toCsvCell } from '#lib/client/csv-cell.ts'
import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import { createBlobWriter } from './blob-writer.ts'
import type { ExportFile } from './export-file.ts'
import type { ExportSource } from './export-files.ts'
import { toNumberText } from './number-text.ts'
import { rowFields } from './row-fields.ts'

const rowsPerPiece = 64

/** RFC 4180: a header, CRLF, quotes where a cell needs them, no formulas; the vector as columns `v0`, `v1`, … */
export function* toCsv(source: ExportSource): Task<readonly ExportFile[]> {
  const { set, order, input } = source
  const fields = rowFields(source)
  const writer = createBlobWriter()
  const names = fields.map(({ name }) => name)
  const dimensions = input.vectors ? set.dimensions : 0
  writer.write(toLine([...names, ...Array.from({ length: dimensions }, (_, at) => `v${at}`)]))
  for (const [index, row] of order.entries()) {
    const cells = fields.map(({ value }) => toCell(value(row)))
    const vector = set.values.subarray(row * set.dimensions, row * set.dimensions + dimensions)
    writer.write(toLine([...cells, ...Array.from(vector, toNumberText)]))
    if (index % rowsPerPiece === 0) yield index / order.length
  }
  return [{ name: `${input.name}.csv`, content: writer.finish('text/csv') }]
}

function toLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}

function toCell(value: string | number | null): string {
  return typeof value === 'string' ? toCsvCell(value) : String(value ?? '')
}
