import { toIdentity } from '#lib/web/crawl/identity.ts'
import type { Candidate } from './retrieve/candidate.ts'

const rankOffset = 60

/**
 * Lists of candidates as one, each page once: by reciprocal rank where there are several lists, in its own order where
 * there is one. Of a page that several lists have, the longest text is kept.
 */
export function mergeCandidates(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const merged = new Map<string, { candidate: Candidate; score: number }>()
  for (const list of lists) {
    const seen = new Set<string>()
    for (const [at, candidate] of list.entries()) {
      const key = toIdentity(new URL(candidate.url))
      const known = merged.get(key)
      const score = seen.has(key) ? 0 : 1 / (rankOffset + at + 1)
      seen.add(key)
      if (known === undefined) merged.set(key, { candidate, score })
      else merged.set(key, { candidate: join(known.candidate, candidate), score: known.score + score })
    }
  }
  return [...merged.values()]
    .toSorted((one, other) => other.score - one.score)
    .map(({ candidate }) => candidate)
}

function join(one: Candidate, other: Candidate): Candidate {
  const [kept, left] = other.text.length > one.text.length ? [other, one] : [one, other]
  const also = [...(one.also ?? []), ...(other.also ?? []), { backend: left.backend, url: left.url }]
  return { ...kept, also, readable: kept.readable && left.readable }
}
