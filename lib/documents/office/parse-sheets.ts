import { read, type WorkBook, type CellObject, type WorkSheet, SSF } from '@e965/xlsx'
import type { Archive } from '#lib/documents/archive.ts'
import { BlockList, tableText } from '#lib/documents/block-list.ts'
import type { ParsedDocument, ParseWarning, Span } from '#lib/documents/blocks.ts'
import { parseError } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { parseByAnydoc } from './anydoc.ts'
import { toReadableWorkbook } from './open-document-workbook.ts'
import { toPlacedWorkbook } from './sheet-references.ts'
import { sheetDrawings } from './sheet-drawings.ts'
import { decodeXml, xmlAttribute } from './xml-text.ts'

/** A workbook: each sheet is a page with a table of its stored cells, by SheetJS, with anydoc as fallback. */
export async function parseSheets(input: ParserInput): Promise<ParsedDocument> {
  const { bytes, warnings } =
    input.kind === 'ods'
      ? toReadableWorkbook(input.bytes, input.archive)
      : toPlacedWorkbook(input.bytes, input.archive)
  const workbook = input.engine === 'first' ? readWorkbook(bytes, mayHideRows(input)) : null
  if (workbook === null) return await parseByAnydoc(input)
  const list = new BlockList()
  const hidden: number[] = []
  const unknown: number[] = []
  const unread: number[] = []
  const date1904 = workbook.Workbook?.WBProps?.date1904 === true
  const drawings = sheetDrawings(input.archive, input.kind)
  const hiddenTables = input.kind === 'ods' ? readHiddenTables(input.archive) : []
  let cells = 0
  for (const [index, given] of workbook.SheetNames.entries()) {
    const page = index + 1
    const worksheet = workbook.Sheets[given]
    // SheetJS leaves the names of OpenDocument as they are in the file.
    const sheet = input.kind === 'ods' ? decodeXml(given) : given
    const concealed = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0 || hiddenTables[index] === true
    const name = `Sheet: ${sheet}${concealed ? ' (hidden)' : ''}`
    const origin = { page, sheet }
    list.leaveHeadings()
    list.add({ ...origin, type: 'heading', level: 2, text: `## ${name}`, markdown: name })
    if (worksheet === undefined) {
      unread.push(page)
      continue
    }
    const grid = readGrid(worksheet, { date1904, cellsMax: input.limits.cells - cells })
    cells += grid.cells
    if (concealed || grid.hiddenRows) hidden.push(page)
    if (grid.formulaWithoutValue) unknown.push(page)
    const { rows, spans } = grid
    list.add({ ...origin, type: 'table', text: tableText(rows), rows, ...(spans.length > 0 && { spans }) })
    for (const block of drawings?.[index] ?? []) list.add({ ...origin, ...block })
  }
  const pages = Math.max(1, workbook.SheetNames.length)
  return {
    kind: input.kind,
    pages,
    blocks: list.blocks,
    warnings: [
      ...warnings,
      ...hiddenWarning(hidden),
      ...formulaWarning(unknown),
      ...unreadWarning(unread),
      ...(drawings === null ? [drawingWarning] : []),
    ],
    readings: Array.from({ length: pages }, (_, index) => ({
      page: index + 1,
      engine: 'sheetjs',
      origin: 'text',
    })),
  }
}

/** Whether each sheet of an OpenDocument workbook is hidden, which SheetJS does not read. */
function readHiddenTables(archive: Archive | null): readonly boolean[] {
  const part = archive?.has('content.xml') === true ? archive.read('content.xml') : Buffer.alloc(0)
  if (!part.includes('table:display="false"')) return []
  const xml = part.toString()
  const styles = xml.slice(0, xml.indexOf('</office:automatic-styles>'))
  const hidden = new Set(
    [...styles.matchAll(/<style:style\b([^>]*)>\s*<style:table-properties\b([^>]*)>/g)].flatMap(
      ([, style = '', properties = '']) =>
        properties.includes('table:display="false"') ? [xmlAttribute(style, 'style:name')] : [],
    ),
  )
  return [...xml.matchAll(/<table:table(?=[\s>])[^>]*>/g)].map(([tag]) =>
    hidden.has(xmlAttribute(tag, 'table:style-name')),
  )
}

/** Whether rows may be hidden. Binary workbooks are not checked. */
function mayHideRows({ kind, archive }: ParserInput): boolean {
  if (kind !== 'xlsx' || archive === null) return true
  return archive.names.some(name => {
    if (!name.endsWith('.xml')) return /workbook[^/]*\.bin$/i.test(name)
    const part = archive.read(name)
    return part.includes('sheetData') && part.includes('hidden')
  })
}

/**
 * @param rows whether to read row properties: SheetJS reads them only together with all cell colors, which
 * takes five times as long if a workbook defines none
 * @returns null if it is damaged
 * @throws ApiError `encrypted`
 */
function readWorkbook(bytes: Buffer, rows: boolean): WorkBook | null {
  try {
    const workbook = read(bytes, {
      dense: true,
      sheetStubs: true,
      cellStyles: rows,
      cellNF: true,
      cellHTML: false,
      bookVBA: false,
    })
    return workbook.SheetNames.length === 0 ? null : workbook
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      throw parseError('encrypted', 'is encrypted. Save it without a password and send it again.', error)
    }
    return null
  }
}

const drawingWarning: ParseWarning = {
  code: 'text_missing',
  message:
    'The drawings over the sheets are damaged, and their text is left out. Save the workbook again and compare.',
}

function hiddenWarning(pages: readonly number[]): ParseWarning[] {
  if (pages.length === 0) return []
  return [{ code: 'hidden_sheet', message: 'Hidden sheets or rows are included, marked `(hidden)`.', pages }]
}

function formulaWarning(pages: readonly number[]): ParseWarning[] {
  if (pages.length === 0) return []
  const message = 'Formulas without a stored value are empty. Open the workbook once and save it.'
  return [{ code: 'formula_without_value', message, pages }]
}

function unreadWarning(pages: readonly number[]): ParseWarning[] {
  if (pages.length === 0) return []
  const message =
    'Sheets that are damaged are left out. Save the workbook again in its application and compare.'
  return [{ code: 'text_missing', message, pages }]
}

// Most cells of a sheet are blank, unlike those of a table.
const gridCellsMax = 20_000_000

interface SheetGrid {
  /** Rows and columns with content; the others are omitted. */
  readonly rows: readonly (readonly string[])[]
  readonly spans: readonly Span[]
  /** Number of stored cells in the sheet. */
  readonly cells: number
  readonly hiddenRows: boolean
  readonly formulaWithoutValue: boolean
}

interface GridOptions {
  readonly date1904: boolean
  readonly cellsMax: number
}

/**
 * The stored cells of a sheet. The declared range is never iterated: two cells may be a million rows apart.
 * @throws ApiError `too_complex`
 */
function readGrid(sheet: WorkSheet, { date1904, cellsMax }: GridOptions): SheetGrid {
  const texts = new Map<number, Map<number, string>>()
  const columns = new Set<number>()
  let cells = 0
  let formulaWithoutValue = false
  for (const [row, column, cell] of storedCells(sheet)) {
    cells += 1
    if (cells > cellsMax) throw tooMany()
    if (cell.f !== undefined && cell.t === 'z') formulaWithoutValue = true
    const text = cellText(cell, date1904)
    if (text === '') continue
    const line = texts.get(row) ?? new Map<number, string>()
    texts.set(row, line.set(column, text))
    columns.add(column)
  }
  const columnAt = new Map(
    [...columns].toSorted((one, other) => one - other).map((column, at) => [column, at]),
  )
  const lines = [...texts].toSorted(([one], [other]) => one - other)
  if (lines.length * columnAt.size > gridCellsMax) throw tooMany()
  const isHidden = (row: number): boolean => sheet['!rows']?.[row]?.hidden === true
  const hiddenRows = lines.some(([row]) => isHidden(row))
  const rows = lines.map(([row, line]) => {
    const values = Array.from(columnAt.keys(), column => line.get(column) ?? '')
    return hiddenRows ? [...values, isHidden(row) ? '(hidden)' : ''] : values
  })
  const rowAt = new Map(lines.map(([row], at) => [row, at]))
  return { rows, spans: readSpans(sheet, rowAt, columnAt), cells, hiddenRows, formulaWithoutValue }
}

function* storedCells(sheet: WorkSheet): Generator<[number, number, CellObject]> {
  // Keys, because iterating the array would visit its holes.
  const data = (sheet['!data'] ?? []) as readonly (readonly CellObject[] | undefined)[]
  for (const row of Object.keys(data).map(Number)) {
    const line = data[row] ?? []
    for (const column of Object.keys(line).map(Number)) {
      const cell = line[column]
      if (cell !== undefined && (cell.t !== 'z' || cell.f !== undefined)) yield [row, column, cell]
    }
  }
}

function readSpans(
  sheet: WorkSheet,
  rowAt: ReadonlyMap<number, number>,
  columnAt: ReadonlyMap<number, number>,
): Span[] {
  return (sheet['!merges'] ?? []).flatMap(({ s: from, e: to }): Span[] => {
    const row = rowAt.get(from.r)
    const column = columnAt.get(from.c)
    if (row === undefined || column === undefined) return []
    const rows = [...rowAt.keys()].filter(each => each >= from.r && each <= to.r).length
    const columns = [...columnAt.keys()].filter(each => each >= from.c && each <= to.c).length
    return rows * columns > 1 ? [{ row, column, rows, columns }] : []
  })
}

function tooMany(): Error {
  return parseError('too_complex', 'exceeds the limit of cells. Split it into smaller workbooks.')
}

const significantDigits = 15
const plain = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumSignificantDigits: significantDigits,
  maximumFractionDigits: 20,
  roundingPriority: 'lessPrecision',
})
const currency = /[$€£¥₩₹₽]|\[\$[^\]-]/
const literal = /"[^"]*[\p{L}][^"]*"/u
const shownError = /^(?:#\p{Lu}[\p{Lu}/0-9]*[!?]?|Err:\d{3})$/u

/**
 * Text of a cell: dates as ISO 8601, numbers as stored with 15 significant digits and no exponent, percentages
 * unrounded; currencies, durations and errors as displayed.
 */
function cellText(cell: CellObject, date1904: boolean): string {
  switch (cell.t) {
    case 'b':
      return cell.v === true ? 'TRUE' : 'FALSE'
    case 'e':
      return cell.w ?? '#ERROR!'
    case 'n':
      // OpenDocument stores an error as the number 0 that is shown as the error.
      if (cell.w !== undefined && shownError.test(cell.w)) return cell.w
      return typeof cell.v === 'number' ? numberText(cell, cell.v, date1904) : ''
    case 's':
      return typeof cell.v === 'string' ? cell.v.trim() : ''
    case 'd':
      return cell.w ?? ''
    case 'z':
      return ''
  }
}

function numberText(cell: CellObject, value: number, date1904: boolean): string {
  const format = typeof cell.z === 'string' ? cell.z : 'General'
  if (SSF.is_date(format)) return dateText(format, value, date1904) ?? cell.w ?? plain.format(value)
  if (format.includes('%')) return `${plain.format(Number((value * 100).toPrecision(significantDigits)))}%`
  if (currency.test(format) || literal.test(format)) return cell.w?.trim() ?? plain.format(value)
  return plain.format(value)
}

/** Null for times of day and durations. */
function dateText(format: string, value: number, date1904: boolean): string | null {
  const tokens = format.replaceAll(/"[^"]*"|\\./g, '').split(';', 1)[0] ?? ''
  const isElapsed = /\[(h+|m+|s+)\]/i.test(tokens)
  const isDate = /[yd]/i.test(tokens.replaceAll(/\[[^\]]*\]/g, '')) || /^m+$/i.test(tokens)
  if (isElapsed || !isDate) return null
  const parsed = SSF.parse_date_code(value, { date1904 })
  // Not every number is a date: negative ones are not.
  if (parsed === null || parsed === undefined) return null
  const { y, m, d, H, M, S } = parsed
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0')
  const date = `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`
  if (H + M + S === 0) return date
  return `${date}T${two(H)}:${two(M)}${Math.floor(S) === 0 ? '' : `:${two(S)}`}`
}
