import type { Task } from '#lib/client/embeddings/analysis/task.ts'
import { createBlobWriter } from './blob-writer.ts'
import type { ExportFile } from './export-file.ts'
import type { ExportSource } from './export-files.ts'
import { toNumberText } from './number-text.ts'
import { rowFields } from './row-fields.ts'

const rowsPerPiece = 64

/** One object a line; the vector as `embedding`, with null for a value that is not a number. */
export function* toJsonl(source: ExportSource): Task<readonly ExportFile[]> {
  const { set, order, input } = source
  const fields = rowFields(source)
  const writer = createBlobWriter()
  for (const [index, row] of order.entries()) {
    const known = JSON.stringify(Object.fromEntries(fields.map(({ name, value }) => [name, value(row)])))
    const vector = set.values.subarray(row * set.dimensions, (row + 1) * set.dimensions)
    const numbers = input.vectors
      ? Array.from(vector, value => toNumberText(value) || 'null').join(',')
      : null
    writer.write(numbers === null ? `${known}\n` : `${known.slice(0, -1)},"embedding":[${numbers}]}\n`)
    if (index % rowsPerPiece === 0) yield index / order.length
  }
  return [{ name: `${input.name}.jsonl`, content: writer.finish('application/x-ndjson') }]
}
