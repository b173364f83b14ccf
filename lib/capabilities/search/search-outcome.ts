import { ApiError } from '#lib/errors.ts'
import type { SearchOutcomeNote } from '#lib/capabilities/request-context.ts'
import { settingsFor } from '#lib/search-backends/settings-for.ts'
import { searchModes } from '#lib/search-backends/search-modes.ts'
import type { SearchJob } from './search-job.ts'
import { unreadLinks } from './answer/answer-prompt.ts'
import type { Retrieved } from './retrieve/retrieve.ts'

const retryMs = 60_000

/** Result of each backend for the header: hits, or a one-word reason. */
export function toNotes({ reports }: Pick<Retrieved, 'reports'>): SearchOutcomeNote[] {
  const notes = new Map(
    reports.map(({ backend, hits, kind }) => [backend, { backend, outcome: hits ?? kind }] as const),
  )
  return [...notes.values()]
}

/** How much of the library is found by meaning, while some of it waits. */
export function toIndexNote({ reports }: Pick<Retrieved, 'reports'>): string {
  const index = reports.find(({ backend }) => backend === 'library')?.index
  if (index === undefined || index.embedded === index.chunks) return ''
  return `${index.embedded} of ${index.chunks} library passages are indexed by meaning.`
}

/** The error if nothing could be searched, with the operator's next step. */
export function nothingSearched(
  { reports, unpaid }: Pick<Retrieved, 'reports' | 'unpaid'>,
  { collections, focusMode }: Pick<SearchJob, 'collections' | 'focusMode'>,
): ApiError {
  if (unpaid !== null) return unpaid
  const failed = reports.filter(({ failure }) => failure !== undefined)
  const tried = failed.map(({ backend, failure }) => `${backend} (${failure})`).join(', ')
  const web = tried === '' ? 'No search backend is configured' : `No search backend answered: ${tried}`
  const library = collections === 'off' ? 'the library was excluded' : 'the library is empty'
  const { kind, hosts } = searchModes[focusMode]
  const add = hosts === null ? 'pages and documents' : `pages of ${hosts[0]}`
  // A search that excludes the library would not find what is added.
  const orAdd = collections === 'off' ? '' : `, or add ${add} to the library`
  const unpriced = failed.some(({ kind }) => kind === 'unpriced')
  const advice = unpriced
    ? 'Set a price, or allow models without a price under Settings → Team.'
    : `Set ${settingsFor(kind ?? 'web').join(' or ')}${orAdd}.`
  const mayMend = failed.some(({ kind }) => kind !== 'configuration' && kind !== 'unpriced')
  return new ApiError('search_unavailable', `${web}, and ${library}. ${advice}`, {
    ...(mayMend && { retryAfterMs: retryMs }),
  })
}

/** The answer when the backends found nothing. */
export function nothingFound(retrieved: Retrieved, query: string): string {
  const unread = retrieved.linksFailed > 0 ? `${unreadLinks(retrieved.linksFailed)} ` : ''
  if (query === '') return unread.trim()
  const asked = `“${query}”`
  if (retrieved.searchedWeb) return `${unread}No results for ${asked}.`
  return `${unread}No search backend responded, so only the library was searched. It has no results for ${asked}.`
}
