import type { NamedBytes } from './decode-file.ts'
import { decodeFile } from './decode-file.ts'
import { ImportError } from './import-error.ts'
import {
  fileBytesMax,
  type ImportOutcome,
  type TableFormat,
  type TextTable,
  type ColumnChoice,
} from './text-table.ts'
import { createTableBuilder, requireColumns, type TableBuilder } from './table-builder.ts'
import { isRecord } from '#lib/read-json.ts'
import { type CsvRecord, readCsv } from '#lib/read-csv.ts'

const nameLengthMax = 40

const delimiters = [',', '\t', ';', '|'] as const

const quoteAdvice = 'Write a quote within a quoted field twice: "".'

/** Common names of text columns, in lower case, most likely first. */
const textNames: ReadonlySet<string> = new Set([
  'text',
  'sentence',
  'content',
  'body',
  'message',
  'document',
  'passage',
  'review',
  'comment',
  'description',
  'question',
  'query',
  'title',
  'headline',
  'abstract',
  'summary',
  'prompt',
  'input',
  'tweet',
  'utterance',
])

/** Common names of category columns, in lower case, most likely first. */
const groupNames: ReadonlySet<string> = new Set([
  'group',
  'label',
  'category',
  'topic',
  'class',
  'cluster',
  'intent',
  'tag',
  'type',
  'sentiment',
  'genre',
  'language',
  'lang',
  'source',
  'author',
])

const readers = {
  text: readLinesTable,
  csv: readCsvTable,
  json: readJsonTable,
  jsonl: readJsonlTable,
} satisfies Record<TableFormat, (text: string, name: string) => TextTable>

/** Reads a file of texts as a table and guesses the columns. Never rejects. */
export async function readFile(
  file: NamedBytes,
  onProgress: (share: number) => void,
): Promise<ImportOutcome> {
  try {
    const text = await decodeFile(file, fileBytesMax, onProgress)
    const table = readers[detectFormat(file.name, text)](text, file.name)
    if (table.lines.length === 0) throw new ImportError(null, `${file.name} contains no text.`)
    return { status: 'read', table, guess: guessColumns(table) }
  } catch (error) {
    if (error instanceof ImportError) return { status: 'refused', line: error.line, reason: error.message }
    const reason = error instanceof Error ? error.message : String(error)
    return { status: 'refused', line: null, reason: `${file.name} could not be read: ${reason}.` }
  }
}

/** One text per line; trailing empty lines are dropped. */
function readLinesTable(text: string, name: string): TextTable {
  const builder = createTableBuilder(name, 'text', ['text'])
  const lines = text.trimEnd() === '' ? [] : text.replace(/\s+$/, '').split(/\r\n|\r|\n/)
  lines.forEach((line, index) => builder.add([['text', line]], index + 1))
  return builder.build()
}

const byEnding: ReadonlyMap<string, TableFormat> = new Map([
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['tab', 'csv'],
  ['json', 'json'],
  ['jsonl', 'jsonl'],
  ['ndjson', 'jsonl'],
  ['txt', 'text'],
  ['text', 'text'],
  ['md', 'text'],
])

/** Detects the format by file extension, otherwise by content. */
function detectFormat(name: string, text: string): TableFormat {
  const ending = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  const known = byEnding.get(ending)
  const start = text.trimStart()
  // Many files named .json have one object per line.
  if (known === 'json' && /^\{[^\n]*\}[ \t\r]*\n\s*\{/.test(start)) return 'jsonl'
  if (known !== undefined) return known
  if (start.startsWith('[')) return 'json'
  if (start.startsWith('{')) return 'jsonl'
  return 'text'
}

/**
 * One JSON text or object per line; blank lines are skipped.
 * @throws ImportError with the line that is not valid JSON, or neither a text nor an object
 */
function readJsonlTable(text: string, name: string): TextTable {
  const builder = createTableBuilder(name, 'jsonl')
  text.split('\n').forEach((written, index) => {
    if (written.trim() === '') return
    const line = index + 1
    const cells = toCells(parseLine(written, line, name))
    if (cells === null) {
      throw new ImportError(line, `This line of ${name} is neither a text nor an object.`)
    }
    builder.add(cells, line)
  })
  return builder.build()
}

function parseLine(written: string, line: number, name: string): unknown {
  try {
    return JSON.parse(written)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { reason } = jsonProblem(error, written)
    throw new ImportError(line, `This line of ${name} is not valid JSON: ${reason}`)
  }
}

/**
 * An array of texts or of objects, or an object whose only array is one.
 * @throws ImportError with the line of a syntax error, or the number of an item that is neither
 */
function readJsonTable(text: string, name: string): TextTable {
  const items = findItems(parse(text, name))
  if (items === null) {
    throw new ImportError(null, `${name} contains no list. Use an array of texts or objects.`)
  }
  const builder = createTableBuilder(name, 'json')
  items.forEach((item, index) => {
    const cells = toCells(item)
    if (cells === null) {
      throw new ImportError(null, `Item ${index + 1} of ${name} is neither a text nor an object.`)
    }
    builder.add(cells, index + 1)
  })
  return builder.build()
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { line, reason } = jsonProblem(error, text)
    throw new ImportError(line, `${name} is not valid JSON: ${reason}`)
  }
}

function findItems(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return null
  const lists = Object.values(value).filter(entry => Array.isArray(entry))
  return lists.length === 1 ? (lists[0] ?? null) : null
}

const rowsLookedAt = 1_000
const groupsMax = 30

/** Guesses the text and color columns: by name, otherwise by content. */
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

/** The column with the fewest distinct values that repeat; null without one. */
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

/**
 * A table of comma, semicolon, tab or pipe separated values, with or without a header.
 * @throws ImportError with the line of an unclosed quote, or of a record with too many fields
 */
function readCsvTable(text: string, name: string): TextTable {
  const delimiter = guessDelimiter(text, name)
  let builder: TableBuilder | null = null
  let columns: readonly string[] = []
  for (const { fields, line } of readCsvRecords(text, delimiter)) {
    if (builder === null) {
      requireColumns(fields.length, name, line)
      const header = hasHeader(fields)
      columns = header ? nameColumns(fields) : fields.map((_, index) => `Column ${index + 1}`)
      builder = createTableBuilder(name, 'csv', columns)
      if (header) continue
    }
    const extra = fields.findIndex((field, index) => index >= columns.length && field !== '')
    if (extra >= 0) {
      throw new ImportError(
        line,
        `${name} has ${fields.length} fields here, ${columns.length} in its first line. ` +
          'Put fields that contain a separator in double quotes.',
      )
    }
    builder.add(
      columns.map((column, index) => [column, fields[index] ?? ''] as const),
      line,
    )
  }
  return (builder ?? createTableBuilder(name, 'csv')).build()
}

/** Duplicate column names are numbered. */
function nameColumns(fields: readonly string[]): string[] {
  const names: string[] = []
  fields.forEach((field, index) => {
    const wanted = field.trim() || `Column ${index + 1}`
    let name = wanted
    for (let number = 2; names.includes(name); number += 1) name = `${wanted} ${number}`
    names.push(name)
  })
  return names
}

/** Whether the first record is a header: unique, short, no numbers and no sentences. */
export function hasHeader(fields: readonly string[]): boolean {
  const names = fields.map(field => field.trim().toLowerCase())
  if (names.some(name => textNames.has(name) || groupNames.has(name))) return true
  // A single column without a known name: more likely a first text than a header.
  if (names.length < 2 || new Set(names).size < names.length) return false
  return names.every(
    name => name.length <= nameLengthMax && !isNumber(name) && !/[.!?,:;]|\s\S+\s\S+\s/.test(name),
  )
}

function isNumber(name: string): boolean {
  return name !== '' && Number.isFinite(Number(name))
}

/** The most frequent separator in the first line, outside quotes; tabs in a .tsv. */
function guessDelimiter(text: string, name: string): string {
  if (/\.(tsv|tab)$/i.test(name)) return '\t'
  const counts = new Map<string, number>(delimiters.map(delimiter => [delimiter, 0]))
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (quoted) continue
    if (character === '\n' || character === '\r') break
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  return delimiters.reduce((best, delimiter) =>
    (counts.get(delimiter) ?? 0) > (counts.get(best) ?? 0) ? delimiter : best,
  )
}

/**
 * The records of a CSV file.
 * @throws ImportError with the line of a quote that is never closed, or is followed by text
 */
export function readCsvRecords(text: string, delimiter: string): Iterable<CsvRecord> {
  return readCsv(text, delimiter, ({ kind, at, line }) => {
    const reason =
      kind === 'unclosed_quote'
        ? 'The quote opened here is never closed.'
        : `There is text after a closing quote (${show(text, at)}).`
    return new ImportError(line, `${reason} ${quoteAdvice}`)
  })
}

function show(text: string, quote: number): string {
  const end = text.slice(quote, quote + 20).split(/[\r\n]/)[0] ?? ''
  return `…${end}…`
}

/**
 * The cells of a JSON item by column: a plain text is the column `text`; null when it is neither text nor
 * object.
 */
function toCells(item: unknown): [column: string, value: string][] | null {
  if (typeof item === 'string') return [['text', item]]
  if (!isRecord(item)) return null
  return Object.entries(item).map(([column, value]) => [column, toCell(value)])
}

function toCell(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null ? '' : JSON.stringify(value)
}

/**
 * Position and reason of a JSON error, from the engine's message: Chrome gives a position or a line, Firefox
 * a line, Safari neither (the line is then null).
 */
export function jsonProblem(
  { message }: SyntaxError,
  text: string,
): { readonly line: number | null; readonly reason: string } {
  const words = message
    .replace(/^JSON\.parse: |^JSON Parse error: /, '')
    .replace(/(?: in JSON)? at (?:position|line) \d.*$/, '')
  return { line: lineOf(message, text), reason: `${words}.` }
}

function lineOf(message: string, text: string): number | null {
  const named = /\bline (\d+)/.exec(message)?.[1]
  if (named !== undefined) return Number(named)
  const position = /\bposition (\d+)/.exec(message)?.[1]
  const isCutOff = /\bend of (?:JSON input|data)\b/.test(message)
  if (position === undefined && !isCutOff) return null
  return text.slice(0, position === undefined ? undefined : Number(position)).split('\n').length
}
