import { read, type WorkBook } from '@e965/xlsx'
import { BlockList, tableText } from '#lib/engines/parsing/block-list.ts'
import type { ParsedDocument, ParseWarning } from '#lib/engines/parsing/blocks.ts'
import { parseError } from '#lib/engines/parsing/parse-error.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { parseByAnydoc } from './anydoc.ts'
import { readGrid } from './sheet-grid.ts'

/** A workbook: each sheet a page and a table of the cells it stores, by SheetJS; by anydoc where that fails. */
export async function parseSheets(input: ParserInput): Promise<ParsedDocument> {
  const workbook = input.engine === 'first' ? readWorkbook(input.bytes) : null
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

/** @returns null when it is damaged; @throws ApiError `encrypted` */
function readWorkbook(bytes: Buffer): WorkBook | null {
  try {
    const workbook = read(bytes, {
      dense: true,
      sheetStubs: true,
      cellStyles: true,
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
