import type { LibraryHit } from '#lib/capabilities/library/library-hit.ts'
import type { Candidate } from './candidate.ts'
import { toPlainText } from './plain-text.ts'
import { toWindows } from './windows.ts'

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
    const text = chunks.map(({ content }) => toPlainText(content)).join('\n\n')
    return [
      {
        title: item.title,
        url: item.url ?? addressOf(item.id, best.fromPage),
        text,
        backend: 'library',
        rank: at + 1,
        headings: headingsWithin(text),
        readable: false,
      },
    ]
  })
}

/** Passages are kept as plain text: a heading is the short line that stands above others. */
function headingsWithin(text: string): string[] {
  return [...new Set(toWindows(text).map(({ heading }) => heading))].filter(heading => /\p{L}/u.test(heading))
}
