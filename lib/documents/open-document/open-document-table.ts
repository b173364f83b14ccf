import { type LooseBlock, toTable } from '#lib/documents/block-list.ts'
import type { Block, Span } from '#lib/documents/blocks.ts'
import { elementsOf, type XmlElement } from '#lib/documents/office/xml-tree.ts'

const columnsMax = 1000
const cellsMax = 100_000
const repeatedCharsMax = 1_000_000

/** A table of a text or slide, and the notes of its cells. @param read the blocks of a cell */
export function openDocumentTable(
  table: XmlElement,
  read: (cell: XmlElement) => readonly Block[],
): { readonly table: LooseBlock; readonly notes: readonly string[] } {
  const rows: string[][] = []
  const spans: Span[] = []
  const notes: string[] = []
  let cells = 0
  let repeatedChars = 0
  for (const row of rowsOf(table)) {
    const texts: string[] = []
    for (const cell of elementsOf(row)) {
      if (cell.name !== 'table:table-cell' && cell.name !== 'table:covered-table-cell') continue
      const blocks = cell.name === 'table:table-cell' ? read(cell) : []
      const isNote = ({ type }: Block): boolean => type === 'note'
      for (const block of blocks) if (isNote(block)) notes.push(block.text)
      const lines = blocks.filter(block => !isNote(block)).map(({ text }) => text)
      const span = spanOf(cell, rows.length, texts.length)
      if (span !== null) spans.push(span)
      const text = lines.join('\n')
      const copies = repeats(cell, 'table:number-columns-repeated', Math.max(1, columnsMax - texts.length))
      for (let copy = 0; copy < copies && mayRepeat(text.length, copy); copy++) texts.push(text)
    }
    // Rows that only fill the page are stored as one with a large count.
    const isEmpty = texts.every(text => text === '')
    const copies = isEmpty ? 1 : repeats(row, 'table:number-rows-repeated', cellsMax)
    const chars = texts.reduce((sum, text) => sum + text.length, 0)
    for (let copy = 0; copy < copies && mayRepeat(chars, copy); copy++) {
      cells += texts.length
      rows.push(texts)
    }
  }
  return { table: toTable(rows, spans), notes }

  /** Whether a further copy of that many characters is made: a short file may repeat a long text a million times. */
  function mayRepeat(chars: number, copy: number): boolean {
    if (copy === 0) return true
    repeatedChars += chars
    return repeatedChars <= repeatedCharsMax && cells <= cellsMax
  }
}

const groups: ReadonlySet<string> = new Set([
  'table:table-header-rows',
  'table:table-row-group',
  'table:table-rows',
])

function rowsOf(table: XmlElement): XmlElement[] {
  return elementsOf(table).flatMap(child => {
    if (child.name === 'table:table-row') return [child]
    return groups.has(child.name) ? rowsOf(child) : []
  })
}

function spanOf(cell: XmlElement, row: number, column: number): Span | null {
  const rows = repeats(cell, 'table:number-rows-spanned', cellsMax)
  const columns = repeats(cell, 'table:number-columns-spanned', columnsMax)
  return rows * columns > 1 ? { row, column, rows, columns } : null
}

function repeats({ attributes }: XmlElement, name: string, max: number): number {
  const given = Number(attributes[name] ?? '1')
  return Math.max(0, Math.min(max, Number.isInteger(given) && given > 0 ? given : 1))
}
