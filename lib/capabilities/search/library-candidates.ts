import type { LibraryHit } from '#lib/capabilities/library/library-hit.ts'
import type { Candidate } from './candidate.ts'
import { headingsOf, toPlainText } from './plain-text.ts'

const chunksPerItem = 3

/** Passages of the library as candidates: those of one item together, in its order. */
export function toLibraryCandidates(
  hits: readonly LibraryHit[],
  addressOf: (itemId: string, page: number) => string,
): Candidate[] {
  const byItem = Map.groupBy(hits, hit => hit.item.id)
  return [...byItem.values()].flatMap((found, at) => {
    const best = found[0]
    if (best === undefined) return []
    const { item } = best
    const chunks = found.slice(0, chunksPerItem).toSorted((one, other) => one.fromPage - other.fromPage)
    return [
      {
        title: item.title,
        url: item.url ?? addressOf(item.id, best.fromPage),
        text: chunks.map(({ content }) => toPlainText(content)).join('\n\n'),
        backend: 'library',
        rank: at + 1,
        headings: chunks.flatMap(({ content }) => headingsOf(content)),
        readable: false,
      },
    ]
  })
}
