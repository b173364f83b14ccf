import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { claimWords } from './claim.ts'
import { findFacts, type Verdict } from '#lib/capabilities/search/answer/facts/evidence.ts'
import type { EmbeddedQuery } from '#lib/capabilities/search/retrieve/embed-query.ts'
import { scoreByWords } from '#lib/capabilities/search/retrieve/score-by-words.ts'
import type { SearchJob } from '#lib/capabilities/search/search-job.ts'
import type { SearchDeps } from '#lib/capabilities/search/search-deps.ts'
import type { SearchRun } from '#lib/capabilities/search/search-run.ts'
import type { Source } from '#lib/capabilities/search/retrieve/source.ts'
import { sentencesPerWindow, type TextWindow, toWindows } from './windows.ts'
import { ApiError } from '#lib/errors.ts'
import { cosine } from '#lib/capabilities/search/retrieve/cosine.ts'

const comparedMax = 48

export interface ScoredWindow extends TextWindow {
  /** Index of its source. */
  readonly source: number
  /** 0…1 */
  readonly score: number
  /** Whether it is about the question; it need not hold the fact asked for. */
  readonly relevant: boolean
  /** Whether it is relevant, and states the fact if the question asks for one. */
  readonly answers: boolean
  /** Whether this has to be confirmed by a model that reads it, if one answers. */
  readonly doubtful: boolean
}

/** The windows of all sources with their scores, best first. */
export async function chooseWindows(
  sources: readonly Source[],
  query: string,
  vector: EmbeddedQuery | null,
  job: SearchJob,
  context: RequestContext,
  deps: SearchDeps,
  run: SearchRun,
): Promise<ScoredWindow[]> {
  const windows = sources.flatMap(({ title, content }, source) =>
    toWindows(content).map(window => ({ ...window, source, title })),
  )
  const contexts = windows.map(({ title, heading, text }) => `${title}\n${heading}\n${text}`)
  const words = scoreByWords(query, contexts)
  const order = windows
    .map((_, at) => at)
    .toSorted((one, other) => (words[other] ?? 0) - (words[one] ?? 0) || one - other)
    .slice(0, comparedMax)
  const likeness = await likenessOf(
    vector,
    order.map(at => contexts[at] ?? ''),
    job,
    context,
    deps,
    run,
  )
  const floor = job.ranker?.floor ?? 0
  const scored = order
    .flatMap((at, index) => {
      const window = windows[at]
      if (window === undefined) return []
      const share = words[at] ?? 0
      const cosine = likeness?.[index] ?? null
      const score = cosine === null ? share : hybrid(cosine, share, floor)
      const relevant = cosine === null ? holdsHalf(query, contexts[at] ?? '') : score >= enough
      return [{ ...window, score, relevant, answers: relevant, doubtful: false }]
    })
    .toSorted((one, other) => other.score - one.score)
  // Words alone miss a question in other words, and the check of facts is the stricter one.
  const checked = ({ relevant, score: share }: ScoredWindow): boolean =>
    relevant || (likeness === null && share > 0)
  const best = scored.filter(checked).slice(0, checkedMax)
  const titles = sources.map(({ title }) => title)
  const facts = await findFactsIn(best, query, titles, vector, job, context, deps, run)
  return scored
    .map(window => {
      const { title: _, ...rest } = window
      return facts === null ? rest : judge(rest, facts[best.indexOf(window)] ?? 'no')
    })
    .toSorted((one, other) => trustIn(other) - trustIn(one))
}

function judge(window: ScoredWindow, verdict: Verdict): ScoredWindow {
  return {
    ...window,
    answers: verdict === 'yes' || verdict === 'likely',
    doubtful: verdict === 'likely' || verdict === 'possible',
  }
}

function trustIn({ answers, doubtful }: ScoredWindow): number {
  return Number(answers) * 2 + Number(answers !== doubtful)
}

/** Only the windows of sources that answer without a doubt, if there are any: a small model reads out the others too. */
export function preferSure(windows: readonly ScoredWindow[]): readonly ScoredWindow[] {
  const sure = new Set(
    windows.filter(({ answers, doubtful }) => answers && !doubtful).map(({ source }) => source),
  )
  return sure.size === 0 ? windows : windows.filter(({ source }) => sure.has(source))
}

// More are rarely better, and each sentence takes time.
const checkedMax = 10

/** Whether each window states the fact asked for; null: the question asks for none. */
async function findFactsIn(
  windows: readonly (TextWindow & { readonly title: string })[],
  question: string,
  titles: readonly string[],
  vector: EmbeddedQuery | null,
  job: SearchJob,
  context: RequestContext,
  deps: SearchDeps,
  run: SearchRun,
): Promise<Verdict[] | null> {
  const texts = windows.map(({ title, heading, text }) => ({ context: `${title}\n${heading}`.trim(), text }))
  const asked = { question, query: vector?.values ?? null, titles, floor: job.ranker?.floor ?? 0 }
  return await findFacts(asked, texts, async passages =>
    vector === null ? null : await embedPassages(vector, passages, job, context, deps, run),
  )
}

/** The beginnings of all sources, for a summary. */
export function leadWindows(sources: readonly Source[]): ScoredWindow[] {
  return sources
    .flatMap(({ content }, source) =>
      toWindows(content, sentencesPerWindow).map((window, at) => ({
        ...window,
        source,
        score: 1 / (1 + at * leadSlope),
        relevant: true,
        answers: true,
        doubtful: false,
      })),
    )
    .toSorted((one, other) => other.score - one.score || one.source - other.source)
}

const leadSlope = 0.05

// Measured: windows that answer the question score at least 0.73; windows that only share its subject mostly
// score up to 0.68.
const enough = 0.69

/**
 * Semantic similarity decides; among windows of similar meaning, keywords do. A quarter of the range above
 * the floor gives half of the score.
 */
function hybrid(cosine: number, share: number, floor: number): number {
  const similarity = (cosine - floor) / (1 - floor)
  return 1 / (1 + Math.exp(-(10 * (similarity - 0.25) + 2 * share)))
}

/** Half of the question's content words: a single match of several only shows the subject. */
function holdsHalf(query: string, text: string): boolean {
  const asked = claimWords(query)
  const common = asked.intersection(claimWords(text)).size
  return common >= Math.min(asked.size, Math.max(2, asked.size / 2)) && common > 0
}

/**
 * Similarity of each text to the query, −1…1.
 * @returns null where the embedding model is unavailable or its vectors are not comparable
 */
export async function likenessOf(
  query: EmbeddedQuery | null,
  texts: readonly string[],
  job: SearchJob,
  context: RequestContext,
  deps: SearchDeps,
  run: SearchRun,
): Promise<number[] | null> {
  if (query === null) return null
  const vectors = await embedPassages(query, texts, job, context, deps, run)
  return vectors?.map(vector => cosine(query.values, vector)) ?? null
}

async function embedPassages(
  query: EmbeddedQuery,
  texts: readonly string[],
  { ranker }: SearchJob,
  context: RequestContext,
  deps: SearchDeps,
  run: SearchRun,
): Promise<readonly Float32Array[] | null> {
  if (ranker === null) return null
  if (texts.length === 0) return []
  try {
    const { vectors, model } = await run.outside(
      deps.embed({ model: ranker.model, texts, task: 'retrieval.passage' }, context),
    )
    const comparable = vectors.every(vector => vector.length === query.values.length)
    return model === query.embedder && comparable && vectors.length === texts.length ? vectors : null
  } catch (error) {
    run.signal.throwIfAborted()
    if (error instanceof ApiError) return null
    throw error
  }
}
