import { type BuiltDraft, buildDraft, fitsWhole } from './build-chunk.ts'
import type { Measure } from './measure.ts'
import type { Piece } from './piece.ts'

const smallShare = 1 / 8

/** Gives what is left over to a neighbour under the same headings, where both fit together. */
export function joinSmall(drafts: readonly BuiltDraft[], measure: Measure): BuiltDraft[] {
  const joined: BuiltDraft[] = []
  for (const draft of drafts) {
    const before = joined.at(-1)
    const both = before === undefined ? null : join(before, draft, measure)
    if (both === null) joined.push(draft)
    else joined[joined.length - 1] = both
  }
  return joined
}

function join(before: BuiltDraft, after: BuiltDraft, measure: Measure): BuiltDraft | null {
  const [first, second] = [before.pieces[0]?.block, after.pieces[0]?.block]
  if (first === undefined || second === undefined) return null
  if (!isSmall(before, measure) && !isSmall(after, measure)) return null
  if (measure.pageBased && (first.page ?? 1) !== (second.page ?? 1)) return null
  if (JSON.stringify(first.headings) !== JSON.stringify(second.headings)) return null
  const pieces = [...before.pieces, ...after.pieces]
  if (sizeOf(pieces) > measure.size) return null
  const both = buildDraft({ lead: before.lead, pieces }, measure)
  return fitsWhole(both, measure) ? both : null
}

function isSmall({ pieces }: BuiltDraft, { size }: Measure): boolean {
  return sizeOf(pieces) < size * smallShare
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0)
}
