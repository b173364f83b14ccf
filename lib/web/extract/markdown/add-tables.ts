import type TurndownService from 'turndown'

/** Markdown of cells and captions, until their table is written. */
type Contents = WeakMap<Node, string>

/** Writes tables as GitHub Flavored Markdown, which has one line per row and neither spans nor blocks. */
export function addTables(service: TurndownService): void {
  const contents: Contents = new WeakMap()
  const layouts = new WeakMap<Node, boolean>()
  service.addRule('cell', {
    filter: ['td', 'th', 'caption'],
    replacement: (content, node) => {
      const table = tableOf(node)
      if (table === null || isLayout(table, layouts)) return `\n\n${content.trim()}\n\n`
      contents.set(node, content)
      return ''
    },
  })
  service.addRule('columns', { filter: ['col', 'colgroup'], replacement: () => '' })
  service.addRule('rows', { filter: ['tr', 'thead', 'tbody', 'tfoot'], replacement: content => content })
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) =>
      isLayout(node, layouts) ? `\n\n${content}\n\n` : writeTable(node, contents),
  })
}

const layoutCellCharsMin = 1500
const blocks = 'p, div, ul, ol, dl, pre, blockquote, h1, h2, h3, h4, h5, h6, hr'

/** Whether a table only arranges its content: it is then written as blocks. */
function isLayout(table: HTMLElement, known: WeakMap<Node, boolean>): boolean {
  const kept = known.get(table)
  if (kept !== undefined) return kept
  const layout = looksLikeLayout(table)
  known.set(table, layout)
  return layout
}

function looksLikeLayout(table: HTMLElement): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return true
  if (table.querySelectorAll('table').length > 0) return true
  if (table.querySelectorAll('th, caption').length > 0) return false
  const rows = rowsOf(table)
  const cells = rows.flatMap(cellsOf)
  if (cells.length <= 1) return true
  const hasBlocks = (cell: Element): boolean => cell.querySelectorAll(blocks).length > 1
  if (rows.length === 1 || cells.length === rows.length) return cells.some(hasBlocks)
  return cells.some(cell => hasBlocks(cell) && (cell.textContent?.length ?? 0) >= layoutCellCharsMin)
}

const spanMax = 50
const columnsMax = 500
const filledCellsMax = 100_000

/** A row of the grid: its texts by column, blank where a span continues. */
interface GridRow {
  readonly texts: string[]
  readonly cells: readonly Element[]
  readonly header: boolean
}

function writeTable(table: HTMLElement, contents: Contents): string {
  const rows = toGrid(table, contents)
  const captions = Array.from(table.children).filter(child => child.nodeName === 'CAPTION')
  const caption = captions.map(each => (contents.get(each) ?? '').trim()).join(' ')
  const columns = usedColumns(rows)
  const [first, ...others] = rows
  if (first === undefined || columns.length === 0) return caption === '' ? '' : `\n\n${caption}\n\n`
  const blank: GridRow = { texts: [], cells: [], header: true }
  const [head, body] = first.header ? [first, others] : [blank, rows]
  const line = ({ texts }: GridRow, at = -1): string => {
    // A row may end early. One wide row among thousands of short ones would take gigabytes.
    const shown =
      at === -1 || columns.length * rows.length <= filledCellsMax
        ? columns
        : columns.filter(column => column < texts.length)
    return `| ${shown.map(column => (texts[column] ?? '').padEnd(3)).join(' | ')} |`
  }
  const aligned = columns.map(column => alignmentOf(rows, column))
  const lines = [line(head), `| ${aligned.join(' | ')} |`, ...body.map((row, at) => line(row, at))]
  return `\n\n${caption === '' ? '' : `${caption}\n\n`}${lines.join('\n')}\n\n`
}

function toGrid(table: HTMLElement, contents: Contents): GridRow[] {
  /** Rows that a cell above still covers, by column. */
  const covered: number[] = []
  return rowsOf(table).map(row => {
    const texts: string[] = []
    const cells = cellsOf(row)
    let column = 0
    const skipCovered = (): void => {
      for (; (covered[column] ?? 0) > 0; column++) {
        covered[column] = (covered[column] ?? 0) - 1
        texts[column] = ''
      }
    }
    for (const cell of cells) {
      skipCovered()
      const width = spanOf(cell, 'colspan')
      const height = spanOf(cell, 'rowspan')
      for (let at = 0; at < width && column < columnsMax; at++, column++) {
        texts[column] = at === 0 ? toCell(contents.get(cell) ?? '') : ''
        covered[column] = height - 1
      }
    }
    skipCovered()
    return { texts, cells, header: isHeader(row, cells) }
  })
}

function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number(cell.getAttribute(name) ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, spanMax) : 1
}

function isHeader(row: Element, cells: readonly Element[]): boolean {
  if (row.parentElement?.nodeName === 'THEAD') return true
  const isTh = (cell: Element): boolean => cell.nodeName === 'TH'
  return cells.some(isTh) && cells.every(cell => isTh(cell) || (cell.textContent ?? '').trim() === '')
}

// Columns that exist only in spans would be blank in each row.
function usedColumns(rows: readonly GridRow[]): number[] {
  const count = rows.reduce((max, { texts }) => Math.max(max, texts.length), 0)
  return Array.from({ length: count }, (_, column) => column).filter(column =>
    rows.some(({ texts }) => (texts[column] ?? '') !== ''),
  )
}

function alignmentOf(rows: readonly GridRow[], column: number): string {
  const cell = rows.map(({ cells }) => cells[column]).find(each => each !== undefined)
  const style = /text-align\s*:\s*(left|right|center)/i.exec(cell?.getAttribute('style') ?? '')?.[1]
  const align = (cell?.getAttribute('align') ?? style ?? '').toLowerCase()
  const marks: Readonly<Record<string, string>> = { left: ':--', right: '--:', center: ':-:' }
  return marks[align] ?? '---'
}

const fenced = /^(`{3,})[^\n]*\n([\s\S]*?)\n\1$/gm

/** Blocks of a cell as lines of text. */
function toCell(content: string): string {
  return content
    .trim()
    .replace(fenced, (_block, _fence: string, code: string) => code.split('\n').map(toInlineCode).join('\n'))
    .split('\n')
    .map(line => line.replace(/^(?:\s*>)+\s?|^\s*#{1,6} /, '').trim())
    .filter(line => line !== '' && line !== '---')
    .join('<br>')
    .replaceAll('|', '\\|')
}

function toInlineCode(line: string): string {
  if (line.trim() === '') return ''
  const mark = line.includes('`') ? '``' : '`'
  const space = mark.length > 1 ? ' ' : ''
  return `${mark}${space}${line}${space}${mark}`
}

function tableOf(node: Node): HTMLElement | null {
  for (let outer = node.parentElement; outer !== null; outer = outer.parentElement) {
    if (outer.nodeName === 'TABLE') return outer
  }
  return null
}

/** Of the table itself, in page order but with its head first. */
function rowsOf(table: Element): Element[] {
  const rows: Element[] = []
  for (const child of Array.from(table.children)) {
    if (child.nodeName === 'TR') rows.push(child)
    else if (/^T(?:HEAD|BODY|FOOT)$/.test(child.nodeName)) rows.push(...rowsOf(child))
  }
  return rows
}

function cellsOf(row: Element): Element[] {
  return Array.from(row.children).filter(cell => cell.nodeName === 'TD' || cell.nodeName === 'TH')
}
