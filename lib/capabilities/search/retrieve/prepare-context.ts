import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { joinWindows, overlaps } from '#lib/capabilities/search/answer/best-passages.ts'
import type { Candidate } from './candidate.ts'
import {
  chooseWindows,
  leadWindows,
  preferSure,
  type ScoredWindow,
} from '#lib/capabilities/search/answer/choose-windows.ts'
import type { EmbeddedQuery } from './embed-query.ts'
import { guessTokens, packSources, sourceCharsMax, toSources } from './pack-sources.ts'
import type { SearchJob } from '#lib/capabilities/search/search-job.ts'
import type { SearchDeps } from '#lib/capabilities/search/search-deps.ts'
import type { SearchRun } from '#lib/capabilities/search/search-run.ts'
import type { Source } from './source.ts'
import { toWindows } from '#lib/capabilities/search/answer/windows.ts'
import { findDisagreement, type Statement } from '#lib/capabilities/search/answer/disagreement.ts'
import type { AnswerContext } from '#lib/capabilities/search/answer/write-answer.ts'

const windowShare = 0.6
const readingSeconds = 10
/** Context of an embedded model before it is measured. */
const defaultTokensPerSecond = 40
const rulesTokens = 500
const taskTokens = 80
const partOfBest = 0.5
const keptAtLeast = 3

/** Chooses the sources of the answer within the answer model's context; they become `sources`. */
export async function prepareContext(
  candidates: readonly Candidate[],
  query: string,
  vector: EmbeddedQuery | null,
  job: SearchJob,
  context: RequestContext,
  deps: SearchDeps,
  run: SearchRun,
): Promise<Omit<AnswerContext, 'results' | 'failedLinks'>> {
  const { answerer, question } = job
  const whole = toSources(candidates, query, sourceCharsMax)
  if (answerer.kind === 'model' && !answerer.embedded) {
    const window = answerer.contextTokens
    const asked = guessTokens(question) + rulesTokens
    const available = window === null ? null : Math.max(200, window * windowShare - asked)
    const sources = packSources(candidates, query, available)
    const passages = sources.flatMap(({ content }, source) =>
      toWindows(content).map(window => ({ ...window, source })),
    )
    return { sources, windows: [], disputed: findDisagreement(query, passages, sources) }
  }
  const windows =
    query === '' ? leadWindows(whole) : await chooseWindows(whole, query, vector, job, context, deps, run)
  const answering = windows.filter(({ answers }) => answers)
  const disputed = query === '' ? [] : findDisagreement(query, answering, whole)
  if (answerer.kind === 'extractive')
    return vector === null && query !== ''
      ? toEvident(whole, windows, disputed)
      : { sources: whole, windows, disputed }
  const readable = readingSeconds * (answerer.promptTokensPerSecond ?? defaultTokensPerSecond)
  const available = Math.min((answerer.contextTokens ?? 4096) * windowShare, readable) - taskTokens
  return toPacked(whole, windows, disputed, available - guessTokens(question))
}

interface Packed {
  readonly sources: Source[]
  readonly windows: ScoredWindow[]
  readonly disputed: Statement[]
}

/** The best windows that fit, merged into sources; much weaker ones would only distract. */
function toPacked(
  whole: readonly Source[],
  windows: readonly ScoredWindow[],
  disputed: readonly Statement[],
  tokensMax: number,
): Packed {
  const chosen = windows.filter(window => disputed.some(({ passage }) => passage === window))
  const worst = (windows[0]?.score ?? 0) * partOfBest
  let left = chosen.reduce((rest, { text }) => rest - guessTokens(text), tokensMax)
  for (const window of preferSure(windows)) {
    const cost = guessTokens(window.text) + 4
    if (chosen.length > 0 && (cost > left || window.score < worst)) continue
    if (chosen.some(other => other.source === window.source && overlaps(other, window))) continue
    chosen.push(window)
    left -= cost
  }
  const kept = whole.flatMap((source, at) => {
    const own = chosen.filter(window => window.source === at)
    return own.length === 0 ? [] : [{ at, source: { ...source, content: joinWindows(own) } }]
  })
  return renumber(kept, chosen, disputed)
}

/** Without an embedding model, the sources with a passage on the question; the first ones if none has. */
function toEvident(
  whole: readonly Source[],
  windows: readonly ScoredWindow[],
  disputed: readonly Statement[],
): Packed {
  const evident = new Set(
    windows.filter(({ relevant, answers }) => relevant || answers).map(({ source }) => source),
  )
  const numbered = whole.map((source, at) => ({ at, source }))
  const kept = numbered.filter(({ at }) => evident.has(at))
  return renumber(kept.length > 0 ? kept : numbered.slice(0, keptAtLeast), windows, disputed)
}

/** The numbers of windows and statements in the list of the kept sources. */
function renumber(
  kept: readonly { readonly at: number; readonly source: Source }[],
  windows: readonly ScoredWindow[],
  disputed: readonly Statement[],
): Packed {
  const positions = new Map(kept.map(({ at }, index) => [at, index]))
  return {
    sources: kept.map(({ source }) => source),
    windows: windows.flatMap(window => {
      const source = positions.get(window.source)
      return source === undefined ? [] : [{ ...window, source }]
    }),
    disputed: disputed.map(each => ({ ...each, source: positions.get(each.source) ?? each.source })),
  }
}
