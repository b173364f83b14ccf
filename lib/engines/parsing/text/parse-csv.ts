import type { ParsedDocument } from '#lib/engines/parsing/blocks.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { singlePage } from '#lib/engines/parsing/single-page.ts'
import { findDelimiter, readRecords } from './csv-records.ts'
import { readText } from './read-text.ts'

/** CSV: as it is for the text, its cells for tables. */
export async function parseCsv(input: ParserInput): Promise<ParsedDocument> {
  const { text, about } = readText(input)
  const source = text.replace(/\n+$/, '')
  if (source.trim() === '') return singlePage('csv', [], about)
  const rows = readRecords(source, findDelimiter(source))
  return singlePage('csv', [{ type: 'table', text: source, rows, headings: [], origin: 'text' }], about)
}
