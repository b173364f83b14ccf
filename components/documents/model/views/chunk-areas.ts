import type { PageBlock } from './page-blocks.ts'
import type { Box } from './read-blocks.ts'

/** Position of a chunk on a page; one that continues in another column has an area in each. */
export interface ChunkArea {
  /** Counts from 0. */
  readonly chunk: number
  readonly box: Box
}

/** The areas of the chunks on a page, in reading order. */
export function toChunkAreas(blocks: readonly Pick<PageBlock, 'chunk' | 'box'>[]): readonly ChunkArea[] {
  const areas: ChunkArea[] = []
  for (const { chunk, box } of blocks) {
    if (chunk === null || box === null) continue
    const last = areas.at(-1)
    if (last?.chunk === chunk && isSameColumn(last.box, box)) {
      areas[areas.length - 1] = { chunk, box: join(last.box, box) }
    } else areas.push({ chunk, box })
  }
  return areas
}

function isSameColumn([left, , right]: Box, [x0, y0, x1, y1]: Box): boolean {
  const shared = Math.min(right, x1) - Math.max(left, x0)
  return y1 > y0 && shared > Math.min(right - left, x1 - x0) / 2
}

function join(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}
