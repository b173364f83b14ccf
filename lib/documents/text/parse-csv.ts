import type { ParsedDocument } from '#lib/documents/blocks.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { singlePage } from '#lib/documents/single-page.ts'
import { readCsv } from '#lib/read-csv.ts'
import { readText } from './read-text.ts'

/** CSV: unchanged as text, parsed as table cells. */
export async function parseCsv(input: ParserInput): Promise<ParsedDocument> {
  const { text, about } = readText(input)
  const source = text.replace(/(?<!\n)\n+$/, '')
  if (source.trim() === '') return singlePage('csv', [], about)
  const rows = Array.from(readCsv(source, findDelimiter(source)), ({ fields }) => fields)
  return singlePage('csv', [{ type: 'table', text: source, rows, headings: [], origin: 'text' }], about)
}

const delimiters = [',', ';', '\t', '|'] as const
const sampleRecords = 100
const sampleLength = 65_536

/** The delimiter with the most consistent number of columns, more than one. */
function findDelimiter(source: string): string {
  const sample = source.slice(0, sampleLength)
  const scored = delimiters.map(delimiter => ({ delimiter, score: scoreOf(sample, delimiter) }))
  const [best] = scored.toSorted((one, other) => other.score - one.score)
  return best === undefined || best.score === 0 ? ',' : best.delimiter
}

function scoreOf(sample: string, delimiter: string): number {
  const counts = readCsv(sample, delimiter)
    .take(sampleRecords)
    .map(({ fields }) => fields.length)
    .toArray()
  const byCount = Map.groupBy(counts, count => count)
  byCount.delete(1)
  const [most] = [...byCount.values()].toSorted((one, other) => other.length - one.length)
  if (most === undefined) return 0
  // Of two equally consistent ones, the one with more columns.
  return most.length / counts.length + (most[0] ?? 0) / 10_000
}
