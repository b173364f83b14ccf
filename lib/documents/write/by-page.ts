import type { Block, ParsedDocument } from '#lib/documents/blocks.ts'

/** The blocks of each page, from page 1; empty pages are included, so that numbers stay correct. */
export function byPage({ blocks, pages }: ParsedDocument): Block[][] {
  const grouped: Block[][] = Array.from({ length: pages }, () => [])
  for (const block of blocks) grouped[(block.page ?? 1) - 1]?.push(block)
  return grouped
}
