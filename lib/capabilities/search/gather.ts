import type { Call } from '#lib/capabilities/call.ts'
import type { SearchBackendReport } from '#lib/contracts/search.ts'
import type { SearchOutcome } from '#lib/engines/search/create-search.ts'
import { searchModes } from '#lib/engines/search/search-modes.ts'
import { ApiError } from '#lib/errors.ts'
import { embedQuery, type EmbeddedQuery } from './embed-query.ts'
import type { Candidate } from './candidate.ts'
import { toLibraryCandidates } from './library-candidates.ts'
import { readLinks } from './read-links.ts'
import type { SearchJob } from './search-job.ts'
import type { SearchParts } from './search-parts.ts'
import type { SearchRun } from './search-run.ts'
import { toCandidate } from './to-candidate.ts'

const documentsMax = 30
const libraryChunksMax = 20

/** What was found, list by list, and what each of those asked gave. */
export interface Gathered {
  /** Pages that the person named: before everything else. */
  readonly links: readonly Candidate[]
  readonly linksFailed: number
  /** What backends answered by themselves. */
  readonly answers: readonly Candidate[]
  readonly lists: readonly (readonly Candidate[])[]
  readonly reports: readonly (SearchBackendReport & { readonly kind: string })[]
  /** Whether a backend answered, with hits or without. */
  readonly searchedWeb: boolean
  readonly searchedLibrary: boolean
  readonly vector: EmbeddedQuery | null
}

/** Asks the backends, the library and the named pages at the same time. Only the signal ends it early. */
export async function gather(
  job: SearchJob,
  query: string,
  call: Call,
  parts: SearchParts,
  run: SearchRun,
): Promise<Gathered> {
  const { kind, hosts } = searchModes[job.focusMode]
  const embedded = embedQuery(job, query, call, parts, run)
  const searching: Promise<SearchOutcome> =
    kind === null || query === ''
      ? Promise.resolve(nothing)
      : run.outside(
          parts.backends({
            query,
            kind,
            limit: documentsMax,
            signal: run.signal,
            ...(job.language !== null && { language: job.language }),
            ...(hosts !== null && { hosts }),
          }),
        )
  const looking = embedded.then(async vector => await askLibrary(job, query, hosts, vector, parts, run))
  const [web, library, links, vector] = await Promise.all([
    searching,
    looking,
    readLinks(job, call, parts, run),
    embedded,
  ])
  const readable = kind !== 'videos'
  return {
    links: links.candidates,
    linksFailed: links.failed,
    answers: web.answers.map(document => toCandidate(document, false)),
    lists: [web.documents.map(document => toCandidate(document, readable)), library.candidates],
    reports: [...library.reports, ...toReports(web)],
    searchedWeb: web.answered.length > 0,
    searchedLibrary: library.searched,
    vector,
  }
}

const nothing: SearchOutcome = { documents: [], answers: [], suggestions: [], failures: [], answered: [] }

async function askLibrary(
  job: SearchJob,
  query: string,
  hosts: readonly string[] | null,
  vector: EmbeddedQuery | null,
  parts: SearchParts,
  run: SearchRun,
): Promise<{ candidates: Candidate[]; searched: boolean; reports: Gathered['reports'] }> {
  const { collections } = job
  if (collections === 'off' || query === '') return { candidates: [], searched: false, reports: [] }
  const about = { backend: 'library', keyless: false }
  try {
    const hits = await run.outside(
      parts.library.search({
        teamId: run.teamId,
        // Whose a source is, no answer says.
        userId: null,
        query,
        collections,
        vector,
        limit: libraryChunksMax,
        signal: run.signal,
        ...(hosts !== null && { hosts }),
      }),
    )
    const candidates = toLibraryCandidates(hits, parts.libraryAddress)
    const reports = [{ ...about, hits: candidates.length, kind: '' }]
    return { candidates, searched: true, reports }
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof ApiError)) throw error
    return { candidates: [], searched: false, reports: [{ ...about, failure: error.message, kind: 'error' }] }
  }
}

function toReports({ answered, failures }: SearchOutcome): Gathered['reports'] {
  return [
    ...answered.map(report => ({ ...report, kind: '' })),
    ...failures.map(({ backend, kind, reason }) => ({ backend, failure: reason, keyless: false, kind })),
  ]
}
