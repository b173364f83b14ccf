import { cleanAlternative } from '#lib/documents/alternative-text.ts'
import { BlockList, type LooseBlock, toTable } from '#lib/documents/block-list.ts'
import type { Block, Span } from '#lib/documents/blocks.ts'
import { joinRuns } from '#lib/documents/inline-runs.ts'
import { childOf, elementsOf, innerText, outermost, type XmlElement } from '#lib/documents/office/xml-tree.ts'
import type { WordLabel, WordNumbering } from './word-numbering.ts'
import { alternative, readWordRuns, type WordInline, type WordReading } from './word-runs.ts'
import { readNumbering, readOutline } from './word-styles.ts'

export interface WordWriting extends WordReading {
  readonly list: BlockList
  readonly numbering: WordNumbering
  readonly notes: { readonly footnotes: WordNotes; readonly endnotes: WordNotes }
  /** The data of a chart, by its address. */
  readonly chart: (address: string) => readonly LooseBlock[]
  /** The texts of a diagram, by its address. */
  readonly diagram: (address: string) => readonly string[]
  /** Adds a document in another format that is part of this one, by its address. */
  readonly addChunk: (list: BlockList, address: string) => void
}

/** The notes that no paragraph has referred to yet, by id. */
export type WordNotes = Map<string, XmlElement>

/** Converts the content of a Word part to blocks, in order. */
export function addWordBlocks(writing: WordWriting, parent: XmlElement): void {
  for (const element of elementsOf(parent)) addBlock(writing, element)
}

function addBlock(writing: WordWriting, element: XmlElement): void {
  switch (element.name) {
    case 'w:p':
      return addParagraph(writing, element)
    case 'w:tbl':
      return addTable(writing, element)
    case 'w:altChunk':
      return writing.addChunk(writing.list, writing.targets.get(element.attributes['r:id'] ?? '') ?? '')
    case 'mc:AlternateContent':
      return addWordBlocks(writing, alternative(element))
    case 'm:oMathPara':
    case 'm:oMath':
      return addText(writing, readWordRuns({ name: 'w:p', attributes: {}, children: [element] }, writing))
    case 'w:del':
    case 'w:moveFrom':
    case 'w:sectPr':
    case 'w:sdtPr':
    case 'w:sdtEndPr':
      return
    default:
      return addWordBlocks(writing, element)
  }
}

function addParagraph(writing: WordWriting, paragraph: XmlElement): void {
  const { list, styles } = writing
  const properties = childOf(paragraph, 'w:pPr')
  const style = childOf(properties, 'w:pStyle')?.attributes['w:val']
  if (styles.isHidden(style)) return
  const inline = readWordRuns(paragraph, writing)
  const { text, markdown } = joinRuns(inline.runs)
  const label = text === '' ? null : labelOf(writing, properties, style)
  const outline = readOutline(properties)
  const level = outline === undefined ? styles.headingLevel(style) : outline
  if (level !== null) {
    const number = label === null || label.text === '-' ? '' : label.text
    list.add({ type: 'heading', level, text: `${number} ${text}`.replaceAll(/\s+/g, ' ').trim() })
  } else if (label === null || label.text === '') {
    list.add({ type: 'paragraph', text, ...(markdown !== undefined && { markdown }) })
  } else {
    const { depth, text: marker, task } = label
    const box = task === undefined ? '' : `${task} `
    const line = `${'  '.repeat(depth)}${marker} ${box}${text}`
    list.add({ type: 'list_item', level: depth, marker, text: line, markdown: `${box}${markdown ?? text}` })
  }
  addAnchored(writing, inline, level === null && text !== '')
}

function labelOf(
  { styles, numbering }: WordWriting,
  properties: XmlElement | undefined,
  style: string | undefined,
): WordLabel | null {
  const own = readNumbering(properties)
  const inherited = styles.numbering(style)
  const numId = own?.numId ?? inherited.numId
  if (numId === undefined || numId === '0') return null
  const depth = own?.depth ?? numbering.depthOf(numId, style) ?? inherited.depth ?? 0
  return numbering.next(numId, depth)
}

function addText(writing: WordWriting, inline: WordInline): void {
  writing.list.add({ type: 'paragraph', ...joinRuns(inline.runs) })
}

/**
 * Pictures, text boxes, charts, diagrams and notes follow their paragraph.
 * @param isMarked whether its text refers to the notes in Markdown
 */
function addAnchored(writing: WordWriting, { drawings, notes }: WordInline, isMarked: boolean): void {
  for (const drawing of drawings) addDrawing(writing, drawing)
  for (const reference of notes) {
    const kind = reference.name === 'w:footnoteReference' ? writing.notes.footnotes : writing.notes.endnotes
    const id = reference.attributes['w:id'] ?? ''
    const note = kind.get(id)
    // Only the first reference counts: a note that refers to itself would have no end.
    kind.delete(id)
    if (note === undefined) continue
    const marker = isMarked ? { marker: writing.markOf(reference) } : {}
    writing.list.add({ type: 'note', text: linesOf(writing, note).join('\n'), ...marker })
  }
}

const drawnTags: ReadonlySet<string> = new Set([
  'a:blip',
  'c:chart',
  'dgm:relIds',
  'mc:AlternateContent',
  'v:imagedata',
  'w:txbxContent',
  'wp:docPr',
  'pic:cNvPr',
])

function addDrawing(writing: WordWriting, drawing: XmlElement): void {
  const { list, targets } = writing
  const texts = new Set<string>()
  for (const part of outermost(drawing, drawnTags)) {
    const target = (id: string): string => targets.get(part.attributes[id] ?? '') ?? ''
    switch (part.name) {
      case 'mc:AlternateContent':
        addDrawing(writing, alternative(part))
        break
      case 'w:txbxContent':
        addWordBlocks(writing, part)
        break
      case 'c:chart':
        for (const block of writing.chart(target('r:id'))) list.add(block)
        break
      case 'dgm:relIds':
        for (const text of writing.diagram(target('r:dm')))
          list.add({ type: 'list_item', level: 0, marker: '-', text: `- ${text}`, markdown: text })
        break
      default: {
        const { descr = '', title = '', 'o:title': legacy = '' } = part.attributes
        const text = cleanAlternative(descr || title || legacy)
        if (!texts.has(text)) list.add({ type: 'image', text })
        texts.add(text)
      }
    }
  }
}

const rowWrappers: ReadonlySet<string> = new Set([
  'w:customXml',
  'w:ins',
  'w:moveTo',
  'w:sdt',
  'w:sdtContent',
])
const spanMax = 1000
const columnsMax = 1000

function addTable(writing: WordWriting, table: XmlElement): void {
  const rows: string[][] = []
  const spans: Span[] = []
  const notes: Block[] = []
  // The cell that continues downwards, by column.
  const above = new Map<number, number>()
  for (const row of childrenOf(table, 'w:tr')) {
    const properties = childOf(row, 'w:trPr')
    if (childOf(properties, 'w:del') !== undefined) continue
    const cells = Array.from({ length: numberOf(properties, 'w:gridBefore', 0) }, () => '')
    for (const cell of childrenOf(row, 'w:tc')) {
      const cellProperties = childOf(cell, 'w:tcPr')
      const column = cells.length
      // As in HTML, a few cells could make a table of millions.
      const columns =
        column < columnsMax ? Math.min(numberOf(cellProperties, 'w:gridSpan', 1), columnsMax - column) : 1
      const merge = childOf(cellProperties, 'w:vMerge')
      const isContinued = merge !== undefined && merge.attributes['w:val'] !== 'restart'
      const blocks = isContinued ? [] : blocksOf(writing, cell)
      for (const block of blocks) if (block.type === 'note') notes.push(block)
      cells.push(toCell(blocks), ...Array.from({ length: columns - 1 }, () => ''))
      if (isContinued) lengthen(above.get(column))
      else {
        if (columns > 1 || merge !== undefined) spans.push({ row: rows.length, column, rows: 1, columns })
        above.set(column, merge === undefined ? -1 : spans.length - 1)
      }
    }
    rows.push(cells)
  }
  const merged = spans.filter(({ rows: down, columns }) => down * columns > 1)
  writing.list.add(toTable(rows, merged))
  for (const { text } of notes) writing.list.add({ type: 'note', text })

  function lengthen(index = -1): void {
    const span = spans[index]
    if (span !== undefined) spans[index] = { ...span, rows: span.rows + 1 }
  }
}

/** Children of this name, also those inside of content controls and insertions. */
function childrenOf(parent: XmlElement, name: string): XmlElement[] {
  return elementsOf(parent).flatMap(child => {
    if (child.name === name) return [child]
    return rowWrappers.has(child.name) ? childrenOf(child, name) : []
  })
}

function numberOf(properties: XmlElement | undefined, name: string, otherwise: number): number {
  const value = Number(childOf(properties, name)?.attributes['w:val'] ?? otherwise)
  return Number.isInteger(value) && value >= 0 ? Math.min(value, spanMax) : otherwise
}

function toCell(blocks: readonly Block[]): string {
  return blocks
    .filter(({ type }) => type !== 'note')
    .map(({ text }) => text.replaceAll('\t', ' '))
    .join('\n')
}

function blocksOf(writing: WordWriting, parent: XmlElement): readonly Block[] {
  const list = new BlockList()
  addWordBlocks({ ...writing, list }, parent)
  return list.blocks
}

function linesOf(writing: WordWriting, parent: XmlElement): string[] {
  return blocksOf(writing, parent).map(({ text }) => text)
}

const pointTags: ReadonlySet<string> = new Set(['dgm:pt'])
const paragraphTags: ReadonlySet<string> = new Set(['a:p'])

/** The texts of the points of a diagram. */
export function diagramTexts(part: XmlElement): string[] {
  return outermost(part, pointTags)
    .map(point => outermost(point, paragraphTags).map(innerText).join(' ').replaceAll(/\s+/g, ' ').trim())
    .filter(text => text !== '')
}
