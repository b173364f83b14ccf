import type { Block, ParsedDocument } from './blocks.ts'
import { type EdgeLine, edgeLinesMax, findRunningLines } from './running-lines.ts'

/** Takes running headers and footers out of a document whose lines are not known: whole paragraphs at the ends of pages. */
export function removeRunningBlocks(document: ParsedDocument): ParsedDocument {
  const byPage = Map.groupBy(document.blocks, block => block.page ?? 1)
  const blockOf = new Map<EdgeLine, Block>()
  for (const [page, blocks] of byPage) {
    for (const end of ['top', 'bottom'] as const) {
      const inward = end === 'top' ? blocks : blocks.toReversed()
      for (const [depth, block] of inward.slice(0, edgeLinesMax).entries()) {
        // The title of a slide or sheet is not a line of its page, and tables, fields and lists never are.
        if (block.type !== 'paragraph' || block.text.includes('\n')) break
        blockOf.set({ page, end, depth, text: block.text, position: null }, block)
      }
    }
  }
  const running = findRunningLines([...blockOf.keys()], document.pages)
  const gone = new Set([...running].map(line => blockOf.get(line)))
  const removed = document.blocks.filter(block => gone.has(block))
  return {
    ...document,
    blocks: document.blocks.filter(block => !gone.has(block)),
    removed: removed.map(({ text, page = 1, box }) => ({ text, page, ...(box !== undefined && { box }) })),
  }
}
