import type { BackendRests } from './backend-rests.ts'
import { cleanDocument } from './clean-document.ts'
import { plainText } from './plain-text.ts'
import type {
  BackendAnswer,
  BackendQuery,
  SearchBackend,
  SearchDocument,
  SearchFailure,
} from './search-backend.ts'
import { RestFault, SearchFault } from './search-fault.ts'

const backendMs = 10_000
const suggestionCharsMax = 200

export interface Asked {
  readonly backend: string
  readonly documents: readonly SearchDocument[]
  readonly answers: readonly SearchDocument[]
  readonly suggestions: readonly string[]
  readonly unresponsive: readonly SearchFailure[]
}

export interface AskBackendOptions {
  readonly rests: BackendRests
  /** Our own page for a query. */
  readonly resultPage: (query: string) => string
  /** Aborts when the whole search has used up its time. */
  readonly late: AbortSignal
  /** Told of what only a mistake of ours explains. */
  readonly onFault: (error: unknown) => void
}

/**
 * Asks one backend, within its ten seconds, and cleans what it says.
 * @returns a failure that is told, not thrown
 * @throws what the caller's signal was aborted with
 */
export async function askBackend(
  backend: SearchBackend,
  query: BackendQuery,
  { rests, resultPage, late, onFault }: AskBackendOptions,
): Promise<Asked | SearchFailure> {
  const { id } = backend
  const deadline = AbortSignal.timeout(backendMs)
  try {
    rests.enter(id, query.kind)
  } catch (error) {
    return toFailure(id, error)
  }
  try {
    const answer = await backend.search({ ...query, signal: AbortSignal.any([query.signal, late, deadline]) })
    const asked = toAsked(id, answer, query, resultPage)
    rests.succeeded(id, query.kind)
    return asked
  } catch (error) {
    if (query.signal.aborted) {
      rests.left(id, query.kind)
      throw query.signal.reason
    }
    const outOfTime = late.aborted || deadline.aborted
    if (!(error instanceof SearchFault) && !outOfTime) onFault(error)
    const fault = toFault(error, outOfTime)
    // Neither what somebody else found out, nor a search with less time than usual, is a failure of its own.
    if (fault instanceof RestFault || (late.aborted && !deadline.aborted)) rests.left(id, query.kind)
    else rests.failed(id, query.kind, fault)
    return toFailure(id, fault)
  }
}

function toFault(error: unknown, outOfTime: boolean): SearchFault {
  if (error instanceof SearchFault) return error
  if (outOfTime) return new SearchFault('timeout', 'it did not answer in time')
  return new SearchFault('error', 'its answer cannot be read')
}

function toFailure(backend: string, error: unknown): SearchFailure {
  if (!(error instanceof SearchFault)) throw error
  return { backend, kind: error.kind, reason: error.message }
}

function toAsked(
  backend: string,
  answer: BackendAnswer,
  query: BackendQuery,
  resultPage: (query: string) => string,
): Asked {
  const { kind, site, hosts = site === undefined ? null : [site] } = query
  const clean = (raw: BackendAnswer['documents'][number], index: number) =>
    cleanDocument(raw, { backend, rank: index + 1, kind }) ?? []
  return {
    backend,
    documents: answer.documents
      .flatMap(clean)
      .filter(document => hosts === null || hosts.some(host => isOn(host, document.url))),
    answers: (answer.answers ?? []).flatMap((raw, index) =>
      clean(raw.url === '' ? { ...raw, url: resultPage(query.query) } : raw, index),
    ),
    suggestions: (answer.suggestions ?? []).map(text => plainText(text, suggestionCharsMax)).filter(Boolean),
    unresponsive: (answer.unresponsive ?? []).map(({ engine, reason }) => ({
      backend: `${backend}/${engine}`,
      kind: 'engines' as const,
      reason,
    })),
  }
}

function isOn(host: string, url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === host || hostname.endsWith(`.${host}`)
}
