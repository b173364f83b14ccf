import { BlockList, type LooseBlock } from '#lib/engines/parsing/block-list.ts'
import type { Block } from '#lib/engines/parsing/blocks.ts'
import { findHeadings } from './find-headings.ts'
import { itemStart, type Paragraph } from './to-paragraphs.ts'

/**
 * Blocks of a document in reading order: headings by size and weight, items by their marks, tables by their gaps.
 * @param between what goes after a page's own blocks: fields, and what was recognised there
 */
export function toBlocks(
  pages: readonly (readonly Paragraph[])[],
  between: (page: number, own: readonly Block[]) => readonly Block[],
): Block[] {
  const headings = findHeadings(pages.flat())
  const list = new BlockList()
  return pages.flatMap((paragraphs, index) => {
    const before = list.blocks.length
    for (const paragraph of paragraphs) list.add(toBlock(paragraph, headings.get(paragraph)))
    return between(index + 1, list.blocks.slice(before))
  })
}

function toBlock({ page, box, text, rows }: Paragraph, level: number | undefined): LooseBlock {
  const place = { page, box }
  if (rows !== null) return { ...place, type: 'table', text, rows }
  if (level !== undefined) return { ...place, type: 'heading', level, text: text.replaceAll('\n', ' ') }
  const [mark, bullet, number] = itemStart.exec(text) ?? []
  if (mark === undefined) return { ...place, type: 'paragraph', text }
  const markdown = text.slice(mark.length)
  return {
    ...place,
    type: 'list_item',
    level: 0,
    marker: bullet === undefined ? (number ?? '-') : '-',
    text,
    markdown,
  }
}
