import type { ParsedDocument } from '#lib/documents/blocks.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { singlePage } from '#lib/documents/single-page.ts'
import { readText } from './read-text.ts'

/** CSV: unchanged as text, parsed as table cells. */
export async function parseCsv(input: ParserInput): Promise<ParsedDocument> {
  const { text, about } = readText(input)
  const source = text.replace(/\n+$/, '')
  if (source.trim() === '') return singlePage('csv', [], about)
  const rows = readRecords(source, findDelimiter(source))
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
  const counts = readRecords(sample, delimiter)
    .slice(0, sampleRecords)
    .map(record => record.length)
  const byCount = Map.groupBy(counts, count => count)
  byCount.delete(1)
  const [most] = [...byCount.values()].toSorted((one, other) => other.length - one.length)
  if (most === undefined) return 0
  // Of two equally consistent ones, the one with more columns.
  return most.length / counts.length + (most[0] ?? 0) / 10_000
}

/** Parses CSV records, RFC 4180: a quoted cell may contain the delimiter, newlines, and doubled quotes. */
function readRecords(source: string, delimiter: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at <= source.length) {
    const [cell, end] =
      source[at] === '"' ? readQuoted(source, at, delimiter) : readPlain(source, at, delimiter)
    record.push(cell)
    if (source[end] !== delimiter) {
      if (record.length > 1 || record[0] !== '') records.push(record)
      record = []
    }
    if (end >= source.length) break
    at = end + 1
  }
  if (record.length > 0) records.push([...record, ''])
  return records
}

function readPlain(source: string, from: number, delimiter: string): [string, number] {
  let end = from
  while (end < source.length && source[end] !== delimiter && source[end] !== '\n') end += 1
  return [source.slice(from, end), end]
}

function readQuoted(source: string, from: number, delimiter: string): [string, number] {
  let cell = ''
  let at = from + 1
  for (;;) {
    const quote = source.indexOf('"', at)
    // An unclosed quote is a normal character.
    if (quote < 0) return readPlain(source, from, delimiter)
    cell += source.slice(at, quote)
    if (source[quote + 1] !== '"') {
      const [rest, end] = readPlain(source, quote + 1, delimiter)
      return [cell + rest, end]
    }
    cell += '"'
    at = quote + 2
  }
}
