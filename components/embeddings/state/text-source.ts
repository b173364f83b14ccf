import type { Batch } from '#components/embeddings/model/batches/batch-report.ts'
import { planBatches } from '#components/embeddings/model/batches/plan-batches.ts'
import { rowsFromText } from '#components/embeddings/model/rows-from-text.ts'
import {
  type ColumnChoice,
  tableFormats,
  type TextTable,
} from '#components/playground/import/model/text-table.ts'
import { toList, toObject } from '#lib/client/json-value.ts'
import { type ImportedRows, toRows } from '#components/playground/import/model/to-rows.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'

/**
 * Source of the texts; `raw` is an input other than a list of texts, such as token ids, and is sent
 * unchanged.
 */
export type TextSource =
  | {
      readonly kind: 'typed'
      readonly text: string
      /** Group of each text that has one. */
      readonly groups: ReadonlyMap<string, string>
    }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly table: TextTable
      readonly choice: ColumnChoice
    }
  | { readonly kind: 'list'; readonly label: string; readonly rows: readonly TextRow[] }
  | { readonly kind: 'raw'; readonly input: unknown }

export const emptySource: TextSource = { kind: 'typed', text: '', groups: new Map() }
/** Above this size texts are shown as a list, since a text field would be slow. */
export const typedCharactersMax = 200_000

const read = new WeakMap<TextSource, ImportedRows>()
const planned = new WeakMap<TextSource, readonly Batch[]>()

/** Batches of a source's rows within the API's limits; cached. */
export function batchesOf(source: TextSource): readonly Batch[] {
  const before = planned.get(source)
  if (before) return before
  const batches = planBatches(rowsOf(source).rows.map(row => row.text))
  planned.set(source, batches)
  return batches
}

/** The rows of a source; cached. */
export function rowsOf(source: TextSource): ImportedRows {
  const before = read.get(source)
  if (before) return before
  const rows = readRows(source)
  read.set(source, rows)
  return rows
}

function readRows(source: TextSource): ImportedRows {
  switch (source.kind) {
    case 'typed': {
      const { rows, emptyCount } = rowsFromText(source.text)
      return { rows: rows.map(row => ({ ...row, group: source.groups.get(row.text) ?? null })), emptyCount }
    }
    case 'file':
      return toRows(source.table, source.choice)
    case 'list':
      return { rows: source.rows, emptyCount: 0 }
    case 'raw':
      return { rows: rawItems(source.input).map(toRawRow), emptyCount: 0 }
  }
}

/** A text field when every text is a single line, otherwise a list. */
export function sourceOfRows(rows: readonly TextRow[], label: string): TextSource {
  const characters = rows.reduce((sum, row) => sum + row.text.length + 1, 0)
  const isLines = rows.every(({ text }) => !/[\r\n]/.test(text) && text.trim() !== '')
  if (!isLines || characters > typedCharactersMax) return { kind: 'list', label, rows }
  const groups = rows.flatMap(({ text, group }) => (group === null ? [] : [[text, group] as const]))
  return { kind: 'typed', text: rows.map(row => row.text).join('\n'), groups: new Map(groups) }
}

/**
 * The source for the `input` of an example, a link or the JSON view.
 * @param before keeps the groups of unchanged texts
 * @param given groups of the texts, in their order
 */
export function sourceOfInput(
  input: unknown,
  before: TextSource,
  given: readonly (string | null)[] = [],
): TextSource {
  if (input === undefined || input === null) return emptySource
  const texts = typeof input === 'string' ? [input] : input
  if (!Array.isArray(texts) || !texts.every(text => typeof text === 'string')) return { kind: 'raw', input }
  const groups = new Map(rowsOf(before).rows.map(({ text, group }) => [text, group]))
  const rows = texts.map((text, index) => ({
    text,
    group: given[index] ?? groups.get(text) ?? null,
    line: index + 1,
  }))
  return sourceOfRows(rows, 'From the request')
}

/** A file as stored: in JSON, its line numbers are a list. Null when invalid. */
export function readFileSource(value: unknown): Extract<TextSource, { kind: 'file' }> | null {
  const { name, table, choice } = toObject(value)
  const { format, columns, cells, lines } = toObject(table)
  const { text, group } = toObject(choice)
  const known = tableFormats.find(each => each === format)
  const numbers = lines instanceof Int32Array ? lines : Int32Array.from(toList(lines), Number)
  if (known === undefined || typeof name !== 'string') return null
  if (!isTextList(columns) || !Array.isArray(cells) || cells.length !== columns.length) return null
  if (!cells.every(isTextList) || !isColumn(text, columns)) return null
  return {
    kind: 'file',
    name,
    table: { format: known, columns, cells, lines: numbers },
    choice: { text, group: isColumn(group, columns) ? group : null },
  }
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

function isColumn(value: unknown, columns: readonly string[]): value is number {
  return typeof value === 'number' && columns[value] !== undefined
}

function rawItems(input: unknown): readonly unknown[] {
  return Array.isArray(input) && Array.isArray(input[0]) ? input : [input]
}

function toRawRow(item: unknown, index: number): TextRow {
  return { text: JSON.stringify(item) ?? '', group: null, line: index + 1 }
}
