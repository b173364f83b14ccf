import { read, type WorkBook } from '@e965/xlsx'
import { BlockList, tableText } from '#lib/engines/parsing/block-list.ts'
import type { ParsedDocument, ParseWarning } from '#lib/engines/parsing/blocks.ts'
import { parseError } from '#lib/engines/parsing/parse-error.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { parseByAnydoc } from './anydoc.ts'
import { readGrid } from './sheet-grid.ts'

/** A workbook: each sheet a page and a table of the cells it stores, by SheetJS; by anydoc where that fails. */
export async function parseSheets(input: ParserInput): Promise<ParsedDocument> {
  const workbook = input.engine === 'first' ? readWorkbook(input.bytes, mayHideRows(input)) : null
  if (workbook === null) return await parseByAnydoc(input)
  const list = new BlockList()
  const hidden: number[] = []
  const unknown: number[] = []
  const date1904 = workbook.Workbook?.WBProps?.date1904 === true
  let cells = 0
  for (const [index, sheet] of workbook.SheetNames.entries()) {
    const page = index + 1
    const worksheet = workbook.Sheets[sheet]
    const concealed = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
    const name = `Sheet: ${sheet}${concealed ? ' (hidden)' : ''}`
    const place = { page, sheet }
    list.leaveHeadings()
    list.add({ ...place, type: 'heading', level: 2, text: `## ${name}`, markdown: name })
    if (worksheet === undefined) continue
    const grid = readGrid(worksheet, { date1904, cellsMax: input.limits.cells - cells })
    cells += grid.cells
    if (concealed || grid.hiddenRows) hidden.push(page)
    if (grid.formulaWithoutValue) unknown.push(page)
    const { rows, spans } = grid
    list.add({ ...place, type: 'table', text: tableText(rows), rows, ...(spans.length > 0 && { spans }) })
  }
  const pages = Math.max(1, workbook.SheetNames.length)
  return {
    kind: input.kind,
    pages,
    blocks: list.blocks,
    warnings: [...hiddenWarning(hidden), ...formulaWarning(unknown)],
    readings: Array.from({ length: pages }, (_, index) => ({
      page: index + 1,
      engine: 'sheetjs',
      origin: 'text',
    })),
  }
}

/** Whether rows may be hidden. A binary workbook is not looked into. */
function mayHideRows({ kind, archive }: ParserInput): boolean {
  if (kind !== 'xlsx' || archive === null) return true
  return archive.names.some(name => {
    if (!name.endsWith('.xml')) return /workbook[^/]*\.bin$/i.test(name)
    const part = archive.read(name)
    return part.includes('sheetData') && part.includes('hidden')
  })
}

/**
 * @param rows whether to read the rows' own properties: SheetJS does so only together with the colours of all cells,
 *   and takes five times as long where a workbook names none
 * @returns null when it is damaged; @throws ApiError `encrypted`
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

function hiddenWarning(pages: readonly number[]): ParseWarning[] {
  if (pages.length === 0) return []
  return [{ code: 'hidden_sheet', message: 'Hidden sheets or rows are included, marked `(hidden)`.', pages }]
}

function formulaWarning(pages: readonly number[]): ParseWarning[] {
  if (pages.length === 0) return []
  const message = 'Formulas without a stored value are left empty: open the workbook once and save it.'
  return [{ code: 'formula_without_value', message, pages }]
}
