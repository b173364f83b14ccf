import { BlockList, type LooseBlock, toTable } from '#lib/documents/block-list.ts'
import type { Block, Span } from '#lib/documents/blocks.ts'
import { joinRuns, type Run } from '#lib/documents/inline-runs.ts'

/** Formatting of a paragraph. */
export interface RtfParagraph {
  /** Of the table that it is in; 0: none. */
  readonly depth: number
  /** 1 to 9; null: no heading. */
  readonly heading: number | null
  readonly isListed: boolean
  /** Of its list, from 0. */
  readonly level: number
}

/** How a cell of a row is merged with others. */
export interface RtfCell {
  readonly continuesLeft: boolean
  readonly continuesUp: boolean
}

interface Table {
  readonly rows: string[][]
  readonly merges: RtfCell[][]
  cells: string[]
  lines: string[]
}

/** The blocks of a destination: the document, a header, a note or a text box. */
export class RtfBlocks {
  readonly #list = new BlockList()
  readonly #tables: Table[] = []
  #runs: Run[] = []
  #marker: string | null = null
  #anchored: LooseBlock[] = []
  #notes: LooseBlock[] = []

  addRun(run: Run): void {
    this.#runs.push(run)
  }

  /** The printed number or bullet of the paragraph. */
  setMarker(text: string): void {
    if (text !== '') this.#marker = /[\p{L}\p{N}]/u.test(text) ? text : '-'
  }

  /** Pictures and text boxes follow their paragraph. */
  addAnchored(blocks: readonly LooseBlock[]): void {
    this.#anchored.push(...blocks)
  }

  /** Notes follow their paragraph or table. */
  addNote(text: string, marker: string): void {
    this.addRun({ text: '', markup: marker })
    this.#notes.push({ type: 'note', text, marker })
  }

  endParagraph(paragraph: RtfParagraph): void {
    const block = toBlock(this.#runs, this.#marker, paragraph)
    const anchored = this.#anchored
    this.#runs = []
    this.#marker = null
    this.#anchored = []
    if (block.text === '' && anchored.length === 0 && this.#notes.length === 0) return
    const table = this.#tableAt(paragraph.depth)
    if (table === null) {
      for (const each of [block, ...anchored, ...this.#notes.splice(0)]) this.#list.add(each)
      return
    }
    for (const { text } of [block, ...anchored]) if (text !== '') table.lines.push(text.replaceAll('\t', ' '))
  }

  endCell(paragraph: RtfParagraph): void {
    this.endParagraph(paragraph)
    const table = this.#tableAt(paragraph.depth)
    table?.cells.push(table.lines.join('\n'))
    if (table !== null) table.lines = []
  }

  endRow(paragraph: RtfParagraph, merges: readonly RtfCell[]): void {
    const table = this.#tableAt(paragraph.depth)
    if (table === null) return
    // Text after the last cell would be in none.
    this.endParagraph(paragraph)
    if (table.lines.length > 0) table.cells.push(table.lines.join('\n'))
    table.rows.push(table.cells)
    table.merges.push([...merges])
    table.cells = []
    table.lines = []
  }

  /** All blocks, when the destination has ended. */
  end(paragraph: RtfParagraph): readonly Block[] {
    this.endParagraph(paragraph)
    this.#tableAt(0)
    for (const note of this.#notes) this.#list.add(note)
    return this.#list.blocks
  }

  /** The open table of this depth; deeper ones end. */
  #tableAt(depth: number): Table | null {
    while (this.#tables.length > depth) this.#endTable()
    while (this.#tables.length < depth) this.#tables.push({ rows: [], merges: [], cells: [], lines: [] })
    return this.#tables.at(-1) ?? null
  }

  #endTable(): void {
    const table = this.#tables.pop()
    if (table === undefined) return
    const { rows, merges, cells, lines } = table
    // A file may end within a row.
    if (lines.length > 0) cells.push(lines.join('\n'))
    if (cells.length > 0) rows.push(cells)
    const block = toTable(rows, spansOf(merges))
    const outer = this.#tables.at(-1)
    if (outer !== undefined) {
      if (block.text !== '') outer.lines.push(block.text.replaceAll('\t', ' '))
      return
    }
    this.#list.add(block)
    for (const note of this.#notes.splice(0)) this.#list.add(note)
  }
}

function toBlock(runs: readonly Run[], marker: string | null, paragraph: RtfParagraph): LooseBlock {
  const { text, markdown } = joinRuns(runs)
  const { heading, isListed, level, depth } = paragraph
  const label = marker ?? (isListed ? '-' : null)
  if (text === '') return { type: 'paragraph', text }
  if (heading !== null && depth === 0) {
    const number = label === null || label === '-' ? '' : label
    return { type: 'heading', level: heading, text: `${number} ${text}`.replaceAll(/\s+/g, ' ').trim() }
  }
  if (label === null) return { type: 'paragraph', text, ...(markdown !== undefined && { markdown }) }
  const line = `${'  '.repeat(level)}${label} ${text}`
  return { type: 'list_item', level, marker: label, text: line, markdown: markdown ?? text }
}

/** The merged cells of a table, by the flags of each. */
function spansOf(merges: readonly (readonly RtfCell[])[]): Span[] {
  const spans: Span[] = []
  const above = new Map<number, number>()
  for (const [row, cells] of merges.entries()) {
    for (const [column, { continuesLeft, continuesUp }] of cells.entries()) {
      if (continuesLeft) continue
      const columns = widthAt(cells, column)
      const open = spans[above.get(column) ?? -1]
      if (continuesUp && open !== undefined) {
        spans[above.get(column) ?? -1] = { ...open, rows: row - open.row + 1 }
        continue
      }
      above.set(column, spans.push({ row, column, rows: 1, columns }) - 1)
    }
  }
  return spans.filter(({ rows, columns }) => rows * columns > 1)
}

function widthAt(cells: readonly RtfCell[], column: number): number {
  let end = column + 1
  while (cells[end]?.continuesLeft === true) end += 1
  return end - column
}
