import type { Block } from '#lib/documents/blocks.ts'
import { separatorBetween } from './separator.ts'

/** Position of a block in the content, in UTF-16 units. */
export interface BlockPosition {
  readonly block: Block
  readonly start: number
  readonly end: number
}

export interface Rendered {
  readonly content: string
  readonly positions: readonly BlockPosition[]
}

/** Joins blocks in order. */
export function render(blocks: readonly Block[], toText: (block: Block) => string): Rendered {
  const parts: string[] = []
  const positions: BlockPosition[] = []
  let length = 0
  let before: Block | null = null
  for (const block of blocks) {
    const text = toText(block)
    if (text === '') continue
    const separator = before === null ? '' : separatorBetween(before, block)
    parts.push(separator, text)
    const start = length + separator.length
    length = start + text.length
    positions.push({ block, start, end: length })
    before = block
  }
  return { content: parts.join(''), positions }
}

/** Joins pages in order, each but the first with its number. */
export function joinPages(pages: readonly Rendered[]): Rendered {
  const parts: string[] = []
  const positions: BlockPosition[] = []
  let length = 0
  for (const [index, page] of pages.entries()) {
    const separator = index === 0 ? '' : `\n\n--- Page ${index + 1} ---\n\n`
    parts.push(separator, page.content)
    length += separator.length
    for (const { block, start, end } of page.positions) {
      positions.push({ block, start: start + length, end: end + length })
    }
    length += page.content.length
  }
  return { content: parts.join(''), positions }
}
