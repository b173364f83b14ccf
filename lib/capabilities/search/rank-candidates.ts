import type { Call } from '#lib/capabilities/call.ts'
import { bestPassages } from './best-passages.ts'
import type { Candidate } from './candidate.ts'
import type { EmbeddedQuery } from './embed-query.ts'
import { likenessOf } from './embed-passages.ts'
import type { SearchJob } from './search-job.ts'
import type { SearchParts } from './search-parts.ts'
import type { SearchRun } from './search-run.ts'

export const sourcesMax = 15
const keptAtLeast = 3
const comparedCharsMax = 600

export interface Ranking {
  readonly candidates: readonly Candidate[]
  readonly note: string
}

/**
 * The candidates by likeness to the query, without those that are no more like it than unrelated texts are; the best
 * three where that leaves none. In the order of finding where they are not or cannot be compared.
 */
export async function rankCandidates(
  found: readonly Candidate[],
  vector: EmbeddedQuery | null,
  query: string,
  job: SearchJob,
  call: Call,
  parts: SearchParts,
  run: SearchRun,
): Promise<Ranking> {
  const texts = found.map(({ title, text }) => `${title}\n${bestPassages(query, text, comparedCharsMax)}`)
  const likeness = await likenessOf(vector, texts, job, call, parts, run)
  if (likeness === null) {
    return { candidates: found.slice(0, sourcesMax), note: 'The embedding model could not be asked.' }
  }
  const ranked = found
    .map((candidate, at) => ({ ...candidate, score: likeness[at] ?? -1 }))
    .toSorted((one, other) => other.score - one.score)
  // Papers are found by words that embedders hardly know.
  const floor = job.focusMode === 'academicSearch' ? 0 : (job.ranker?.floor ?? 0)
  const fitting = ranked.filter(({ score }) => score > floor)
  const kept = fitting.length > 0 ? fitting : ranked.slice(0, keptAtLeast)
  const left = found.length - Math.min(kept.length, sourcesMax)
  return {
    candidates: kept.slice(0, sourcesMax),
    note: left > 0 ? `${left} of ${found.length} left out.` : '',
  }
}
