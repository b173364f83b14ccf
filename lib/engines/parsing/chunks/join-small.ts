import { buildChunk } from './build-chunk.ts'
import type { Measure } from './measure.ts'
import type { Draft } from './piece.ts'

const smallShare = 1 / 8

/** Gives what is left over to a neighbour under the same headings, where both fit together. */
export function joinSmall(drafts: readonly Draft[], measure: Measure): Draft[] {
  const joined: Draft[] = []
  for (const draft of drafts) {
    const before = joined.at(-1)
    const both = before === undefined ? null : join(before, draft, measure)
    if (both === null) joined.push(draft)
    else joined[joined.length - 1] = both
  }
  return joined
}

function join(before: Draft, after: Draft, measure: Measure): Draft | null {
  const [first, second] = [before.pieces[0]?.block, after.pieces[0]?.block]
  if (first === undefined || second === undefined) return null
  if (!isSmall(before, measure) && !isSmall(after, measure)) return null
  if (measure.pageBased && (first.page ?? 1) !== (second.page ?? 1)) return null
  if (JSON.stringify(first.headings) !== JSON.stringify(second.headings)) return null
  const both = { lead: before.lead, pieces: [...before.pieces, ...after.pieces] }
  const { content } = buildChunk(both, measure)
  return measure.count(content) <= measure.roomOf(first) ? both : null
}

function isSmall({ pieces }: Draft, { size }: Measure): boolean {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0) < size * smallShare
}
