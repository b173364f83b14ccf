import type { Block } from './blocks.ts'
import type { Chunk } from './chunks/build-chunk.ts'
import { type ChunkRules, createMeasure } from './chunks/measure.ts'
import { createFiller } from './chunks/fill.ts'
import { joinSmall } from './chunks/join-small.ts'

export type { Chunk } from './chunks/build-chunk.ts'

/**
 * Cuts a document into pieces for embedding. In order they cover its text; each has at most `size` tokens together with
 * its headings, begins where a block does as far as that is possible, and none is only a heading that something follows.
 */
export function toChunks(blocks: readonly Block[], rules: ChunkRules): Chunk[] {
  const measure = createMeasure(rules)
  const filler = createFiller(measure)
  for (const block of blocks) if (block.text.trim() !== '') filler.add(block)
  return joinSmall(filler.end(), measure).map(({ chunk }) => chunk)
}
