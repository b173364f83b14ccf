import { cleanText } from '#lib/web/extract/clean-text.ts'
import { flatText } from '#lib/web/extract/flat-text.ts'
import { codeLanguage } from '#lib/web/extract/markdown/code-language.ts'
import { parsePage } from '#lib/web/extract/parse-page.ts'
import { removeHidden } from '#lib/web/extract/remove-hidden.ts'
import { restoreCode } from '#lib/web/extract/restore/restore-code.ts'
import { restoreHeadings } from '#lib/web/extract/restore/restore-headings.ts'
import { restoreMath } from '#lib/web/extract/restore/restore-math.ts'
import { restoreTasks } from '#lib/web/extract/restore/restore-tasks.ts'
import { scanPage } from '#lib/web/extract/scan-page.ts'
import { selectContent } from '#lib/web/extract/select-content.ts'
import { shownMarkup } from '#lib/web/extract/shown-markup.ts'
import { isElement, isText } from '#lib/web/extract/walk.ts'
import { BlockList, type LooseBlock, toTable } from '#lib/documents/block-list.ts'
import { toParagraphs } from './parse-text.ts'
import { joinRuns, type Run, type RunStyle } from '#lib/documents/inline-runs.ts'
import type { Block, Span } from '#lib/documents/blocks.ts'

export interface HtmlOptions {
  readonly onlyMainContent: boolean
  /** Called with the displayed text, unless only the text is extracted. */
  readonly onShown?: (text: string) => void
  readonly origin?: Pick<LooseBlock, 'page'>
  /** Whether it is part of a file, so that its relative addresses lead nowhere. */
  readonly isPart?: boolean
}

/**
 * Converts a page to blocks, without hidden content.
 * @returns false if its tree would be too expensive, so that only its text is extracted
 */
export function addHtml(
  list: BlockList,
  source: string,
  { onlyMainContent, origin = {}, onShown, isPart = false }: HtmlOptions,
): boolean {
  const html = shownMarkup(source)
  if (scanPage(html, 'about:blank').excess !== null) {
    for (const { text } of toParagraphs(cleanText(flatText(html))))
      list.add({ ...origin, type: 'paragraph', text })
    return false
  }
  const root = onlyMainContent ? mainOf(html) : shownTree(html).body
  if (isPart) dropRelative(root)
  onShown?.(shownText(root))
  addElement(list, root, origin)
  return true
}

function shownTree(html: string): Document {
  const document = parsePage(html)
  restoreMath(document)
  restoreCode(document)
  restoreTasks(document)
  restoreHeadings(document)
  removeHidden(document)
  return document
}

function dropRelative(root: Element): void {
  for (const element of root.querySelectorAll('a[href], img[src]')) {
    for (const name of ['href', 'src']) {
      if (!/^\s*(?:https?|mailto|tel):/i.test(element.getAttribute(name) ?? '')) element.removeAttribute(name)
    }
  }
}

function mainOf(html: string): Element {
  const options = {
    formats: [],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
  }
  return selectContent(() => shownTree(html), options)
}

const unreadTags: ReadonlySet<string> = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE', 'HEAD'])
const inlineTags: ReadonlySet<string> = new Set(
  'A ABBR ACRONYM B BDI BDO BIG CITE CODE DEL DFN EM FONT I INS KBD LABEL MARK Q S SAMP SMALL SPAN STRIKE STRONG SUB SUP TIME TT U VAR WBR'.split(
    ' ',
  ),
)

/** The text of all elements, however they are converted to blocks. */
function shownText(root: Element): string {
  const parts: string[] = []
  add(root)
  return parts.join('')

  function add(node: Node): void {
    if (isText(node)) return void parts.push(node.textContent ?? '')
    if (!isElement(node)) return
    const tag = node.tagName.toUpperCase()
    if (unreadTags.has(tag)) return
    if (!inlineTags.has(tag)) parts.push(' ')
    for (const child of node.childNodes) add(child)
    if (!inlineTags.has(tag)) parts.push(' ')
  }
}

const blockTags: ReadonlySet<string> = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM HEADER HGROUP HTML LEGEND MAIN NAV P SECTION SUMMARY'.split(
    ' ',
  ),
)
const webLink = /^(?:https?:|mailto:|tel:|(?!#)[^:]*(?:[/?#]|$))/i

interface Style extends RunStyle {
  readonly link?: string
}

/** Converts the elements of a page to blocks, in page order. */
function addElement(list: BlockList, root: Element, origin: Pick<LooseBlock, 'page'> = {}): void {
  const runs: Run[] = []
  const flush = (): void => {
    const joined = joinRuns(collapse(runs.splice(0)))
    if (joined.text !== '') list.add({ ...origin, type: 'paragraph', ...joined })
  }
  walk(root, {}, 0)
  flush()

  function walk(node: Node, style: Style, depth: number): void {
    if (isText(node)) {
      runs.push({ text: node.textContent ?? '', ...style })
      return
    }
    if (!isElement(node)) return
    if (node.hasAttribute('data-math')) return void runs.push(formulaRun(node, style))
    const tag = node.tagName.toUpperCase()
    const level = /^H([1-6])$/.exec(tag)?.[1]
    if (level !== undefined) {
      flush()
      const text = squeeze(joinRuns(collapse(runsOf(node, {}))).text)
      return list.add({ ...origin, type: 'heading', level: Number(level), text })
    }
    switch (tag) {
      case 'BR':
        runs.push({ text: lineBreak })
        return
      case 'HR':
        return flush()
      case 'IMG':
        runs.push(...imageRuns(node, style))
        return
      case 'PRE': {
        flush()
        const text = (node.textContent ?? '').replace(/^\n/, '').trimEnd()
        const language = codeLanguage(node)
        return list.add({ ...origin, type: 'code', text, ...(language !== '' && { language }) })
      }
      case 'TABLE': {
        flush()
        if (isData(node)) return addTable(node)
        return walkAll(node, style, depth, true)
      }
      case 'UL':
      case 'OL': {
        flush()
        return addItems(node, depth)
      }
      default:
        if (unreadTags.has(tag)) return
        return walkAll(
          node,
          styleOf(node, tag, style),
          depth,
          blockTags.has(tag) || tag === 'TR' || tag === 'TD',
        )
    }
  }

  function walkAll(node: Element, style: Style, depth: number, block: boolean): void {
    if (block) flush()
    for (const child of node.childNodes) walk(child, style, depth)
    if (block) flush()
  }

  function addItems(node: Element, depth: number): void {
    const start = Number(node.getAttribute('start') ?? '1')
    let number = Number.isInteger(start) ? start : 1
    for (const item of node.children) {
      if (item.tagName.toUpperCase() !== 'LI') {
        walk(item, {}, depth + 1)
        continue
      }
      const marker = node.tagName.toUpperCase() === 'OL' ? `${number}.` : '-'
      number += 1
      const isInner = (child: Node): boolean => isElement(child) && /^(UL|OL|TABLE|PRE)$/i.test(child.tagName)
      const own = [...item.childNodes].filter(child => !isInner(child))
      const { text, markdown = text } = joinRuns(collapse(own.flatMap(child => runsOf(child, {}))))
      const line = `${'  '.repeat(depth)}${marker} ${text}`
      if (text !== '') list.add({ ...origin, type: 'list_item', level: depth, marker, text: line, markdown })
      for (const child of item.childNodes) if (isInner(child)) walk(child, {}, depth + 1)
      flush()
    }
  }

  function addTable(table: Element): void {
    for (const child of table.children) {
      if (child.tagName.toUpperCase() === 'CAPTION') walkAll(child, {}, 0, true)
    }
    list.add({ ...origin, ...tableBlock(table) })
  }
}

const lineBreak = '\u2028'
const spanMax = 1000
const columnsMax = 1000
// A page of a few kilobytes could claim billions of cells.
const coveredMax = 100_000
const richCell = 'table, ul, ol, pre, p, div, br, h1, h2, h3, h4, h5, h6'

/** White space collapses as in a browser; only breaks are lines. */
function collapse(runs: readonly Run[]): Run[] {
  let atStart = false
  return runs.map(run => {
    const squeezed = run.text.replaceAll(/[^\S\u2028\u00a0]+/g, ' ').replaceAll(/ ?\u2028 ?/g, '\n')
    const text = atStart ? squeezed.replace(/^ /, '') : squeezed
    if (text !== '') atStart = text.endsWith('\n') || text.endsWith(' ')
    return { ...run, text }
  })
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

const styleByTag: Readonly<Record<string, Style>> = {
  B: { bold: true },
  STRONG: { bold: true },
  I: { italic: true },
  EM: { italic: true },
  U: { underline: true },
  INS: { underline: true },
  S: { strike: true },
  DEL: { strike: true },
  SUB: { subscript: true },
  SUP: { superscript: true },
}

function styleOf(element: Element, tag: string, style: Style): Style {
  const own = styleByTag[tag]
  if (own !== undefined) return { ...style, ...own }
  const href = tag === 'A' ? (element.getAttribute('href') ?? '').trim() : ''
  return href !== '' && webLink.test(href) ? { ...style, link: href } : style
}

const targetCharsMax = 2000

/** The alternative text, which Markdown shows with the address of the image. */
function imageRuns(element: Element, style: Style): Run[] {
  const text = squeeze(element.getAttribute('alt') ?? '')
  if (text === '') return []
  const source = (element.getAttribute('src') ?? '').trim()
  // The bytes of an image are not part of the text.
  const isAddress = webLink.test(source) && source !== '' && source.length <= targetCharsMax
  const run = isAddress ? { ...style, text, image: source } : { ...style, text }
  return [{ text: ' ' }, run, { text: ' ' }]
}

function runsOf(node: Node, style: Style): Run[] {
  if (isText(node)) return [{ text: node.textContent ?? '', ...style }]
  if (!isElement(node)) return []
  if (node.hasAttribute('data-math')) return [formulaRun(node, style)]
  const tag = node.tagName.toUpperCase()
  if (tag === 'BR') return [{ text: lineBreak }]
  if (tag === 'IMG') return imageRuns(node, style)
  const inner = [...node.childNodes].flatMap(child => runsOf(child, styleOf(node, tag, style)))
  return blockTags.has(tag) ? [...inner, { text: ' ' }] : inner
}

/** TeX, whose signs are not escaped. */
function formulaRun(element: Element, style: Style): Run {
  const text = element.textContent ?? ''
  return { ...style, text, markup: text }
}

const cellCharsMax = 1000

/**
 * A layout table is read as normal content: it says so, contains other tables, or has neither a header nor short
 * cells in rows and columns.
 */
function isData(table: Element): boolean {
  const rows = rowsOf(table)
  if (rows.length === 0 || /^(?:presentation|none)$/i.test(table.getAttribute('role') ?? '')) return false
  const tags = [...table.children, ...rows.flatMap(row => [...row.children])].map(each =>
    each.tagName.toUpperCase(),
  )
  const hasHeader = tags.some(tag => tag === 'TH' || tag === 'THEAD' || tag === 'CAPTION')
  if (table.querySelector('table, h1, h2, h3, ul, ol, pre, p + p') === null || hasHeader) return true
  if (table.querySelector('table, h1, h2, h3') !== null) return false
  const isShort = rows.every(row =>
    [...row.children].every(cell => (cell.textContent ?? '').length <= cellCharsMax),
  )
  return isShort && rows.length > 1 && rows.some(row => row.children.length > 1)
}

function rowsOf(table: Element): Element[] {
  return [...table.querySelectorAll('tr')].filter(row => row.closest('table') === table)
}

/** A table whose cells are in the column where a browser shows them. */
function tableBlock(table: Element): LooseBlock {
  const spans: Span[] = []
  const grid: string[][] = []
  const rich: string[][] = []
  const rows = rowsOf(table)
  let left = coveredMax
  for (const [row, element] of rows.entries()) {
    const cells = (grid[row] ??= [])
    let column = 0
    for (const cell of element.children) {
      if (!/^(?:TD|TH)$/i.test(cell.tagName)) continue
      while (cells[column] !== undefined) column += 1
      const claimed = {
        rows: Math.min(spanOf(cell, 'rowspan'), rows.length - row),
        // Cells that span a thousand columns each would make a short page a table of millions.
        columns: column < columnsMax ? Math.min(spanOf(cell, 'colspan'), columnsMax - column) : 1,
      }
      const size = claimed.rows * claimed.columns > left ? { rows: 1, columns: 1 } : claimed
      left -= size.rows * size.columns - 1
      if (size.rows * size.columns > 1) spans.push({ row, column, ...size })
      cover(grid, { row, column, ...size })
      const { text, markdown } = readCell(cell)
      cells[column] = text
      if (markdown !== undefined) (rich[row] ??= [])[column] = markdown
      column += size.columns
    }
  }
  return { ...toTable(grid, spans), ...(rich.length > 0 && { markdownRows: rich }) }
}

function spanOf(cell: Element, name: string): number {
  const span = Number(cell.getAttribute(name) ?? '1')
  return Number.isInteger(span) && span > 0 ? Math.min(span, spanMax) : 1
}

function cover(grid: string[][], { row, column, rows, columns }: Span): void {
  for (let down = 0; down < rows; down++) {
    const cells = (grid[row + down] ??= [])
    for (let along = 0; along < columns; along++) cells[column + along] ??= ''
  }
}

/** One line per paragraph, item or row inside. */
function readCell(cell: Element): { readonly text: string; readonly markdown?: string } {
  if (cell.querySelector(richCell) === null) {
    const { text, markdown } = joinRuns(collapse(runsOf(cell, {})))
    return { text: squeeze(text), ...(markdown !== undefined && { markdown: squeeze(markdown) }) }
  }
  const list = new BlockList()
  addElement(list, cell)
  const text = list.blocks.map(block => block.text.replaceAll('\t', ' ')).join('\n')
  if (list.blocks.every(block => block.markdown === undefined || block.text.endsWith(block.markdown)))
    return { text }
  return { text, markdown: list.blocks.map(toCellLine).join('\n') }
}

/** A cell has no blocks in Markdown, so that items and rows are lines of text. */
function toCellLine({ type, text, markdown, level = 0, marker = '' }: Block): string {
  if (markdown === undefined) return text.replaceAll('\t', ' ').replaceAll(/[<\\]/g, '\\$&')
  return type === 'list_item' ? `${'  '.repeat(level)}${marker} ${markdown}` : markdown
}
