import { cleanText } from '#lib/web/extract/clean-text.ts'
import { flatText } from '#lib/web/extract/flat-text.ts'
import { parsePage } from '#lib/web/extract/parse-page.ts'
import { removeHidden } from '#lib/web/extract/remove-hidden.ts'
import { scanPage } from '#lib/web/extract/scan-page.ts'
import { selectContent } from '#lib/web/extract/select-content.ts'
import { type BlockList, type LooseBlock, tableText } from '#lib/documents/block-list.ts'
import { toParagraphs } from './parse-text.ts'
import { joinRuns, type Run } from '#lib/documents/inline-runs.ts'

export interface HtmlOptions {
  readonly onlyMainContent: boolean
  readonly origin?: Pick<LooseBlock, 'page'>
}

/**
 * Converts a page to blocks, without hidden content.
 * @returns false if its tree would be too expensive, so that only its text is extracted
 */
export function addHtml(
  list: BlockList,
  html: string,
  { onlyMainContent, origin = {} }: HtmlOptions,
): boolean {
  if (scanPage(html, 'about:blank').excess !== null) {
    for (const { text } of toParagraphs(cleanText(flatText(html))))
      list.add({ ...origin, type: 'paragraph', text })
    return false
  }
  addElement(list, onlyMainContent ? mainOf(html) : shownTree(html).body, origin)
  return true
}

function shownTree(html: string): Document {
  const document = parsePage(html)
  removeHidden(document)
  return document
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

const blockTags: ReadonlySet<string> = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM HEADER HGROUP HTML LEGEND MAIN NAV P SECTION SUMMARY'.split(
    ' ',
  ),
)
const webLink = /^(https?:|mailto:)/i
const textNode = 3
const elementNode = 1

interface Style {
  readonly bold?: boolean
  readonly italic?: boolean
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
    if (node.nodeType === textNode) {
      runs.push({ text: node.textContent ?? '', ...style })
      return
    }
    if (!isElement(node)) return
    const tag = node.tagName.toUpperCase()
    const level = /^H([1-6])$/.exec(tag)?.[1]
    if (level !== undefined) {
      flush()
      const text = squeeze(node.textContent ?? '')
      return list.add({ ...origin, type: 'heading', level: Number(level), text })
    }
    switch (tag) {
      case 'BR':
        runs.push({ text: lineBreak })
        return
      case 'HR':
        return flush()
      case 'IMG': {
        const text = squeeze(node.getAttribute('alt') ?? '')
        if (text !== '') runs.push({ text: ` ${text} ` })
        return
      }
      case 'PRE': {
        flush()
        return list.add({ ...origin, type: 'code', text: (node.textContent ?? '').replace(/^\n|\s+$/g, '') })
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
      case 'SCRIPT':
      case 'STYLE':
      case 'TEMPLATE':
      case 'TITLE':
      case 'HEAD':
        return
      default:
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
    const rows = rowsOf(table).map(row => [...row.children].flatMap(cellsOf))
    const width = Math.max(0, ...rows.map(row => row.length))
    const full = rows.map(row => [...row, ...Array.from({ length: width - row.length }, () => '')])
    list.add({ ...origin, type: 'table', text: tableText(full), rows: full })
  }
}

const lineBreak = '\u2028'
const columnsMax = 1000

/** White space collapses as in a browser; only breaks are lines. */
function collapse(runs: readonly Run[]): Run[] {
  let atStart = false
  return runs.map(run => {
    const squeezed = run.text.replaceAll(/[^\S\u2028\u00a0]+/g, ' ').replaceAll(/ ?\u2028 ?/g, '\n')
    const text = atStart ? squeezed.replace(/^ /, '') : squeezed
    if (text !== '') atStart = text.endsWith('\n')
    return { ...run, text }
  })
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function isElement(node: Node): node is Element {
  return node.nodeType === elementNode
}

function styleOf(element: Element, tag: string, style: Style): Style {
  if (tag === 'B' || tag === 'STRONG') return { ...style, bold: true }
  if (tag === 'I' || tag === 'EM') return { ...style, italic: true }
  const href = tag === 'A' ? (element.getAttribute('href') ?? '') : ''
  return webLink.test(href) ? { ...style, link: href } : style
}

function runsOf(node: Node, style: Style): Run[] {
  if (node.nodeType === textNode) return [{ text: node.textContent ?? '', ...style }]
  if (!isElement(node)) return []
  const tag = node.tagName.toUpperCase()
  if (tag === 'BR') return [{ text: lineBreak }]
  const inner = [...node.childNodes].flatMap(child => runsOf(child, styleOf(node, tag, style)))
  return blockTags.has(tag) ? [...inner, { text: ' ' }] : inner
}

/** A layout table contains other tables or headings: its cells are read as normal content. */
function isData(table: Element): boolean {
  return table.querySelector('table, h1, h2, h3, ul, ol, p + p') === null && rowsOf(table).length > 0
}

function rowsOf(table: Element): Element[] {
  return [...table.querySelectorAll('tr')].filter(row => row.closest('table') === table)
}

function cellsOf(cell: Element): string[] {
  if (!/^(TD|TH)$/i.test(cell.tagName)) return []
  const span = Number(cell.getAttribute('colspan') ?? '1')
  const width = Number.isInteger(span) && span > 0 ? Math.min(span, columnsMax) : 1
  return [squeeze(joinRuns(collapse(runsOf(cell, {}))).text), ...Array.from({ length: width - 1 }, () => '')]
}
