import type { Call, Handler } from '#lib/capabilities/call.ts'
import { toWebEnvelope } from '#lib/capabilities/web-envelope.ts'
import { rawSearchLimitDefault, type rawSearchContract } from '#lib/contracts/search-raw.ts'
import { bestPassages } from './best-passages.ts'
import { gather } from './gather.ts'
import { mergeCandidates } from './merge-candidates.ts'
import { readCollections, type SearchJob } from './search-job.ts'
import { nothingSearched, toNotes } from './search-outcome.ts'
import type { SearchParts } from './search-parts.ts'
import { SearchRun } from './search-run.ts'

const contentCharsMax = 2000

/** What the backends and the library answer, without a model. */
export function createRawSearch(parts: SearchParts): Handler<typeof rawSearchContract> {
  return async ({ params }, call: Call) => {
    using run = new SearchRun(call, parts.deadlineMs)
    const job: SearchJob = {
      question: params.query,
      words: params.query,
      links: [],
      history: [],
      focusMode: params.focusMode ?? 'webSearch',
      optimizationMode: 'speed',
      answerer: { kind: 'extractive' },
      ranker: null,
      collections: readCollections(params.library, call),
      language: params.language ?? null,
    }
    const gathered = await gather(job, params.query, call, parts, run)
    call.searched(toNotes(gathered))
    const found = mergeCandidates(gathered.lists)
    if (!gathered.searchedWeb && found.length === 0) {
      const searched = gathered.searchedLibrary && !(await run.outside(parts.library.isEmpty(call.teamId)))
      if (!searched) throw nothingSearched(gathered, job)
    }
    const data = {
      results: found.slice(0, params.limit ?? rawSearchLimitDefault).map(({ title, url, text }) => ({
        title,
        url,
        content: bestPassages(params.query, text, contentCharsMax),
      })),
      answers: gathered.answers.map(({ text }) => text),
      failures: gathered.reports.flatMap(({ backend, failure }) =>
        failure === undefined ? [] : [{ backend, reason: failure }],
      ),
    }
    return { ...toWebEnvelope('search', data, 0, parts.version), object: 'search.results' as const }
  }
}
