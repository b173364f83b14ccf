import type { OfficeContentNode } from 'officeparser'
import { cleanAlternative } from '#lib/documents/alternative-text.ts'
import { type BlockList, toTable } from '#lib/documents/block-list.ts'
import type { Span } from '#lib/documents/blocks.ts'
import { joinRuns, type Run } from '#lib/documents/inline-runs.ts'
import type { ChartReader } from './chart-blocks.ts'
import type { SlideTables } from './slide-tables.ts'

/** Position of nodes. */
export interface Origin {
  readonly page?: number
  readonly slide?: number
}

export interface NodeWriting {
  readonly list: BlockList
  readonly origin: Origin
  readonly chart: ChartReader
  readonly tables?: SlideTables
}

/** Converts nodes of officeparser's tree to blocks; properties and anchors are ignored. */
export function addNodes(writing: NodeWriting, nodes: readonly OfficeContentNode[]): void {
  for (const node of nodes) {
    addNode(writing, node)
    for (const note of notesIn(node))
      writing.list.add({ ...writing.origin, type: 'note', text: textOf(note) })
  }
}

function addNode(writing: NodeWriting, node: OfficeContentNode): void {
  const { list, origin } = writing
  switch (node.type) {
    case 'heading':
      addImages(writing, node)
      return list.add({ ...origin, type: 'heading', level: node.metadata?.level ?? 1, ...plainInline(node) })
    case 'list':
      return addListItem(writing, node)
    case 'table':
      return addTable(writing, node)
    case 'code':
      return list.add({ ...origin, type: 'code', text: textOf(node) })
    case 'note':
      return list.add({ ...origin, type: 'note', text: textOf(node) })
    case 'image':
      return list.add({ ...origin, type: 'image', text: altOf(node) })
    case 'comment':
    case 'break':
      return
    case 'paragraph':
    case 'definitionTerm':
    case 'definitionDescription':
    case 'text': {
      // A picture or text box may be anchored in a paragraph: it follows the paragraph's own text.
      list.add({ ...origin, type: 'paragraph', ...joinRuns(runsOf(node)) })
      addImages(writing, node)
      return addNodes(writing, (node.children ?? []).filter(isBlock))
    }
    case 'chart':
      for (const block of writing.chart(node.metadata?.attachmentName ?? ''))
        list.add({ ...origin, ...block })
      return
    case 'admonition':
    case 'cell':
    case 'definitionList':
    case 'drawing':
    case 'embed':
    case 'footer':
    case 'header':
    case 'page':
    case 'row':
    case 'sheet':
    case 'slide':
    case 'slideMaster':
      return node.children === undefined
        ? list.add({ ...origin, type: 'paragraph', text: node.text ?? '' })
        : addNodes(writing, node.children)
  }
}

function addListItem(writing: NodeWriting, node: OfficeContentNode & { type: 'list' }): void {
  const { list, origin } = writing
  const { listType, indentation = 0, itemIndex = 0 } = node.metadata ?? {}
  const marker = listType === 'ordered' ? `${itemIndex + 1}.` : '-'
  const { text, markdown } = joinRuns(runsOf(node))
  if (text !== '') {
    const level = Math.max(0, indentation)
    // oxfmt-ignore
    list.add({ ...origin, type: 'list_item', level, marker, text: `${'  '.repeat(level)}${marker} ${text}`, markdown: markdown ?? text })
  }
  addNodes(writing, (node.children ?? []).filter(isBlock))
}

function addTable({ list, origin, tables }: NodeWriting, node: OfficeContentNode): void {
  const known = tables?.get(node)
  if (known !== undefined) return list.add({ ...origin, ...known })
  const rows: string[][] = []
  const spans: Span[] = []
  const covered = new Set<string>()
  for (const [row, rowNode] of (node.children ?? []).filter(each => each.type === 'row').entries()) {
    const cells: string[] = []
    for (const cell of rowNode.children ?? []) {
      if (cell.type !== 'cell') continue
      const column = Math.max(cells.length, cell.metadata?.col ?? cells.length)
      while (cells.length < column || covered.has(`${row}:${cells.length}`)) cells.push('')
      const at = cells.length
      cells.push(textOf(cell).replaceAll(/\s+/g, ' ').trim())
      const { rowSpan = 1, colSpan = 1 } = cell.metadata ?? {}
      if (rowSpan * colSpan > 1) {
        spans.push({ row, column: at, rows: rowSpan, columns: colSpan })
        cover(covered, { row, column: at, rows: rowSpan, columns: colSpan })
      }
    }
    rows.push(cells)
  }
  list.add({ ...origin, ...toTable(rows, spans) })
}

const spanMax = 100

function cover(covered: Set<string>, { row, column, rows, columns }: Span): void {
  for (let down = 0; down < Math.min(rows, spanMax); down += 1) {
    for (let along = 0; along < Math.min(columns, spanMax); along += 1) {
      if (down + along > 0) covered.add(`${row + down}:${column + along}`)
    }
  }
}

function addImages({ list, origin }: NodeWriting, node: OfficeContentNode): void {
  for (const child of node.children ?? []) {
    if (child.type === 'image') list.add({ ...origin, type: 'image', text: altOf(child) })
  }
}

function altOf(node: OfficeContentNode): string {
  return node.type === 'image' ? cleanAlternative(node.metadata?.altText ?? '') : ''
}

function plainInline(node: OfficeContentNode): { text: string; markdown?: string } {
  const { text } = joinRuns(runsOf(node))
  return { text: text.replaceAll(/\s+/g, ' ') }
}

/** Footnotes are attached to words; they follow the block, as when read aloud. */
function notesIn(node: OfficeContentNode): OfficeContentNode[] {
  const inner = (node.children ?? []).filter(child => isTable(node) || !isBlock(child))
  return [...(node.notes ?? []), ...inner.flatMap(notesIn)]
}

function isTable({ type }: OfficeContentNode): boolean {
  return type === 'table' || type === 'row' || type === 'cell'
}

function isBlock(node: OfficeContentNode): boolean {
  return !['text', 'break', 'image', 'comment'].includes(node.type)
}

/** The text of a node and its descendants. */
export function textOf(node: OfficeContentNode): string {
  if (node.children === undefined || node.children.length === 0) return node.text ?? ''
  return joinDeep(node).trim()
}

function joinDeep(node: OfficeContentNode): string {
  if (node.type === 'comment') return ''
  if (node.type === 'break') return '\n'
  if (node.children === undefined || node.children.length === 0) return node.text ?? ''
  const inner = node.children.map(joinDeep).join('')
  return ['paragraph', 'heading', 'list', 'row', 'cell', 'table'].includes(node.type) ? `${inner}\n` : inner
}

function runsOf(node: OfficeContentNode): Run[] {
  if (node.children === undefined || node.children.length === 0) return [{ text: node.text ?? '' }]
  return node.children.flatMap((child): Run[] => {
    if (child.type === 'break') return [{ text: '\n' }]
    if (child.type !== 'text') return []
    const { link, linkType } = child.metadata ?? {}
    return [
      {
        text: child.text ?? '',
        ...(child.formatting?.bold === true && { bold: true }),
        ...(child.formatting?.italic === true && { italic: true }),
        ...(link !== undefined && linkType !== 'internal' && { link }),
      },
    ]
  })
}
