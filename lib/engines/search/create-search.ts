import type { BuiltInId, ConfiguredId } from '#lib/known-search-backends.ts'
import { type Asked, askBackend } from './ask-backend.ts'
import type { BackendSettings } from './backend-settings.ts'
import { BackendRests, type SearchCircuits } from './backend-rests.ts'
import { createBackends, type BackendsSettings } from './create-backends.ts'
import { createCalculator } from './calculator.ts'
import { mergeLists } from './merge-lists.ts'
import type {
  SearchBackend,
  SearchDocument,
  SearchFailure,
  SearchKind,
  SearchReport,
} from './search-backend.ts'
import { searchPlans } from './search-modes.ts'
import { shorten } from './shorten.ts'

export interface SearchSettings extends Omit<BackendsSettings, 'rests'> {
  readonly configured: readonly BackendSettings<ConfiguredId>[]
  /** Whether `configured` is in the operator's own order; otherwise `search-modes.ts` has one for each kind. */
  readonly ordered: boolean
  /** Public servers that may be asked; the calculator sends nothing and is always there. */
  readonly builtIn: readonly BackendSettings<BuiltInId>[]
  readonly circuits: SearchCircuits
  /** Our own page for a query: the address of an answer that has none, such as a calculation. */
  readonly resultPage: (query: string) => string
  /** Told of failures that only a mistake of ours explains. */
  readonly onFault: (error: unknown) => void
}

export interface SearchQuery {
  /** As searched for; more than 400 characters are cut at a word. */
  readonly query: string
  readonly kind: SearchKind
  /** Most documents, 1..50. */
  readonly limit: number
  /** BCP 47; absent: none is sent. */
  readonly language?: string
  /** Only results on these hosts and those below them. */
  readonly hosts?: readonly string[]
  /** Milliseconds for everything; absent: 20 s. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

export interface SearchOutcome {
  /** One per page, best first; lists of several backends are merged by reciprocal rank. */
  readonly documents: readonly SearchDocument[]
  /** What backends answered by themselves, with an address each: sources that go before all documents. */
  readonly answers: readonly SearchDocument[]
  readonly suggestions: readonly string[]
  /** Backends that gave nothing, in the order of asking, and engines behind a backend that did answer. */
  readonly failures: readonly SearchFailure[]
  /** Backends that answered; none: nothing could be searched. */
  readonly answered: readonly SearchReport[]
}

/**
 * Asks the backends for a kind one after the other until one answers; then, if none did, those that are built in.
 * Failures are reported, never thrown.
 * @throws only what the signal was aborted with
 */
export type Search = (query: SearchQuery) => Promise<SearchOutcome>

const searchMs = 20_000

export function createSearch(settings: SearchSettings): Search {
  const calculator = createCalculator(settings.resultPage)
  const rests = new BackendRests(settings.circuits)
  const backends = createBackends({ ...settings, rests }).set(calculator.id, calculator)
  const asking = { rests, resultPage: settings.resultPage, onFault: settings.onFault }
  const keyless: ReadonlySet<string> = new Set([...settings.builtIn.map(({ id }) => id), calculator.id])

  return async ({ kind, limit, language, hosts, timeoutMs = searchMs, signal, query: text }) => {
    const { site } = searchPlans[kind]
    const late = AbortSignal.timeout(timeoutMs)
    const query = {
      query: shorten(text),
      kind,
      limit,
      ...(language !== undefined && { language }),
      ...(site !== undefined && { site }),
      ...(hosts !== undefined && { hosts }),
      signal,
    }
    const asked: Asked[] = []
    const failures: SearchFailure[] = []
    for (const group of toGroups(kind)) {
      const outcomes = await Promise.all(group.map(each => askBackend(each, query, { ...asking, late })))
      for (const outcome of outcomes) {
        if ('kind' in outcome) failures.push(outcome)
        // What the calculator cannot read is no search that found nothing.
        else if (outcome.backend !== calculator.id || outcome.answers.length > 0) asked.push(outcome)
      }
      if (isEnough(kind, asked) || late.aborted) break
    }
    return toOutcome(asked, failures, limit)
  }

  /** Configured ones alone, then the built-in ones together. */
  function toGroups(kind: SearchKind): SearchBackend[][] {
    const { configured, builtIn } = searchPlans[kind]
    const order = settings.ordered
      ? settings.configured.map(({ id }) => id).filter(id => configured.includes(id))
      : configured
    const groups: (readonly string[])[] = [...order.map(id => [id]), ...builtIn]
    return groups.map(ids => ids.flatMap(id => backends.get(id) ?? [])).filter(group => group.length > 0)
  }

  function toOutcome(
    asked: readonly Asked[],
    failures: readonly SearchFailure[],
    limit: number,
  ): SearchOutcome {
    return {
      documents: mergeLists(asked.map(({ documents }) => documents)).slice(0, limit),
      answers: mergeLists(asked.map(({ answers }) => answers)),
      suggestions: [...new Set(asked.flatMap(({ suggestions }) => suggestions))],
      failures: [...failures, ...asked.flatMap(({ unresponsive }) => unresponsive)],
      answered: asked.map(({ backend, documents, answers }) => ({
        backend,
        hits: documents.length + answers.length,
        keyless: keyless.has(backend),
      })),
    }
  }
}

/**
 * A general search that finds nothing is an answer. One for engines by name is none: an engine that was suspended
 * gives no results and says nothing about it.
 */
function isEnough(kind: SearchKind, asked: readonly Asked[]): boolean {
  if (kind === 'web') return asked.length > 0
  return asked.some(({ documents, answers }) => documents.length + answers.length > 0)
}
