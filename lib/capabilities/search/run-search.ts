import type { Call } from '#lib/capabilities/call.ts'
import { searchModes } from '#lib/engines/search/search-modes.ts'
import { findMedia, noMedia } from './find-media.ts'
import { gather, type Gathered } from './gather.ts'
import { mergeCandidates } from './merge-candidates.ts'
import { prepareGround } from './prepare-ground.ts'
import { rankCandidates, sourcesMax } from './rank-candidates.ts'
import { readPages } from './read-pages.ts'
import { rewriteQuery } from './rewrite-query.ts'
import type { SearchItem } from './search-item.ts'
import type { SearchJob } from './search-job.ts'
import { nothingFound, nothingSearched, toNotes } from './search-outcome.ts'
import type { SearchParts } from './search-parts.ts'
import type { SearchRun } from './search-run.ts'
import type { Source } from './source.ts'
import { suggest } from './suggest.ts'
import { toFound } from './to-found.ts'
import { writeAnswer, writeFreely } from './write-answer.ts'

/**
 * A search from the question to the suggestions, telling what it does as it goes.
 * @throws ApiError `search_unavailable`; as chat does where the answer cannot be written; the signal's reason
 */
export async function* runSearch(
  job: SearchJob,
  call: Call,
  parts: SearchParts,
  run: SearchRun,
): AsyncGenerator<SearchItem, void> {
  if (searchModes[job.focusMode].kind === null) return yield* answerFreely(job, parts, run)
  const rewriting = run.open('rewrite')
  const searched = await run.outside(rewriteQuery(job, rewriting.call, parts))
  yield { kind: 'step', step: rewriting.end() }
  if (searched.kind === 'not-needed' && job.links.length === 0) return yield* answerFreely(job, parts, run)
  const query = searched.kind === 'query' ? searched.text : ''

  const showing = run.open('media')
  const media = query === '' ? Promise.resolve(noMedia) : findMedia(query, job.language, parts, run)
  const shown = media.then(found => ({ found, step: showing.end() }))
  // Its failure is thrown where it is awaited, below.
  shown.catch(() => undefined)

  const searching = run.open('search')
  const gathered = await gather(job, query, searching.call, parts, run)
  call.searched(toNotes(gathered))
  yield { kind: 'step', step: searching.end() }
  await refuseUnsearched(gathered, query, job, parts, run)
  const merged = mergeCandidates(gathered.lists)
  const found = [...gathered.links, ...gathered.answers, ...merged]
  if (found.length === 0) {
    yield toFound([], query, gathered.reports)
    yield { kind: 'text', text: nothingFound(gathered, query) }
    const { found: pictures, step } = await run.outside(shown)
    yield { kind: 'step', step }
    return yield { kind: 'end', media: pictures, suggestions: [], finish: 'stop' }
  }

  let chosen = found.slice(0, sourcesMax)
  if (gathered.vector !== null && job.focusMode !== 'wolframAlphaSearch') {
    const ranking = run.open('rank')
    const ranked = await rankCandidates(merged, gathered.vector, query, job, ranking.call, parts, run)
    chosen = [...gathered.links, ...gathered.answers, ...ranked.candidates].slice(0, sourcesMax)
    yield { kind: 'step', step: ranking.end(ranked.note) }
  }
  const reading = run.open('read')
  if (job.optimizationMode === 'balanced') {
    const read = await readPages(chosen, query, reading.call, parts, run)
    chosen = [...read.candidates]
    yield { kind: 'step', step: reading.end(read.note) }
  }

  const answering = run.open('answer')
  const ground = await prepareGround(chosen, query, gathered.vector, job, answering.call, parts, run)
  yield toFound(ground.sources, query, gathered.reports)
  const whole = { ...ground, failedLinks: gathered.linksFailed }
  const { text, finish } = yield* tell(writeAnswer(job, whole, answering.call, parts, run))
  yield { kind: 'step', step: answering.end() }
  const { found: pictures, step } = await run.outside(shown)
  yield { kind: 'step', step }
  yield* end(job, text, ground.sources, pictures, finish, parts, run)
}

async function* answerFreely(
  job: SearchJob,
  parts: SearchParts,
  run: SearchRun,
): AsyncGenerator<SearchItem, void> {
  yield toFound([], '', [])
  const answering = run.open('answer')
  const { text, finish } = yield* tell(writeFreely(job, answering.call, parts, run))
  yield { kind: 'step', step: answering.end() }
  yield* end(job, text, [], noMedia, finish, parts, run)
}

/** Passes an answer on, and keeps it. */
async function* tell<Finish>(
  answer: AsyncGenerator<Extract<SearchItem, { kind: 'waiting' | 'text' }>, Finish>,
): AsyncGenerator<SearchItem, { text: string; finish: Finish }> {
  let text = ''
  try {
    for (;;) {
      const next = await answer.next()
      if (next.done === true) return { text, finish: next.value }
      if (next.value.kind === 'text') text += next.value.text
      yield next.value
    }
  } finally {
    await answer[Symbol.asyncDispose]()
  }
}

async function* end(
  job: SearchJob,
  text: string,
  sources: readonly Source[],
  media: Extract<SearchItem, { kind: 'end' }>['media'],
  finish: Extract<SearchItem, { kind: 'end' }>['finish'],
  parts: SearchParts,
  run: SearchRun,
): AsyncGenerator<SearchItem, void> {
  const suggesting = run.open('suggestions')
  const suggestions = await suggest(job, text, sources, suggesting.call, parts, run)
  yield { kind: 'step', step: suggesting.end() }
  yield { kind: 'end', media, suggestions, finish }
}

/** Never an answer from a model's memory, dressed as a search. */
async function refuseUnsearched(
  gathered: Gathered,
  query: string,
  job: SearchJob,
  parts: SearchParts,
  run: SearchRun,
): Promise<void> {
  if (gathered.searchedWeb || gathered.links.length > 0 || query === '') return
  if (gathered.lists.some(list => list.length > 0)) return
  const empty =
    job.collections === 'off' ||
    !gathered.searchedLibrary ||
    (await run.outside(parts.library.isEmpty(run.teamId)))
  if (empty) throw nothingSearched(gathered, job)
}
