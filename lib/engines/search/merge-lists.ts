import { toIdentity } from '#lib/engines/web/url-identity/identity.ts'
import type { SearchDocument } from './search-backend.ts'

const rankOffset = 60

/** One document per page, by reciprocal rank over all lists; a single list keeps its order. */
export function mergeLists(lists: readonly (readonly SearchDocument[])[]): SearchDocument[] {
  const found = new Map<string, { readonly document: SearchDocument; score: number }>()
  for (const list of lists) {
    const seen = new Set<string>()
    for (const [index, document] of list.entries()) {
      const identity = toIdentity(new URL(document.url))
      if (seen.has(identity)) continue
      seen.add(identity)
      const score = 1 / (rankOffset + index + 1)
      const known = found.get(identity)
      if (known === undefined) found.set(identity, { document, score })
      else known.score += score
    }
  }
  return [...found.values()].toSorted((one, other) => other.score - one.score).map(({ document }) => document)
}
