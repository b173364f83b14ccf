import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import { createBlobWriter } from './blob-writer.ts'
import type { ExportFile } from './export-file.ts'
import type { ExportSource } from './export-files.ts'
import { toNumberText } from './number-text.ts'
import { rowFields } from './row-fields.ts'

const rowsPerPiece = 64

/**
 * The TensorFlow projector's pair: vectors without a header, metadata with one (which it expects as soon as there are
 * two columns), a line per vector in both.
 */
export function* toProjector(source: ExportSource): Task<readonly ExportFile[]> {
  const { set, order, input } = source
  const fields = rowFields(source)
  const vectors = createBlobWriter()
  const metadata = createBlobWriter()
  metadata.write(toLine(fields.map(({ name }) => name)))
  for (const [index, row] of order.entries()) {
    const vector = set.values.subarray(row * set.dimensions, (row + 1) * set.dimensions)
    vectors.write(toLine(Array.from(vector, value => toNumberText(value) || 'NaN')))
    metadata.write(toLine(fields.map(({ value }) => String(value(row) ?? ''))))
    if (index % rowsPerPiece === 0) yield index / order.length
  }
  const type = 'text/tab-separated-values'
  return [
    { name: `${input.name}-vectors.tsv`, content: vectors.finish(type) },
    { name: `${input.name}-metadata.tsv`, content: metadata.finish(type) },
  ]
}

/** The format has no quotes: a tab or line break in a text becomes a space. */
function toLine(cells: readonly string[]): string {
  return `${cells.map(cell => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')}\n`
}
