import { toText } from '#lib/client/json-value.ts'
import { askLibrary } from './ask-library.ts'

/** The kind of entry, for labels. */
export type ItemNoun = 'page' | 'document'

/** An entry to add: a text that is already loaded, or a link to fetch. */
export type LibraryEntry =
  | {
      readonly kind: 'text'
      readonly title: string
      readonly content: EntryContent
      /** Source URL; null: none. */
      readonly url: string | null
      /** Hash of the source file; null: none or unknown. */
      readonly sha256: string | null
    }
  | { readonly kind: 'link'; readonly url: string }

/** One text, or pages, so that search results can name the page. */
export type EntryContent =
  | { readonly text: string }
  | { readonly pages: readonly { readonly page: number; readonly content: string }[] }

/**
 * Adds an entry to the library.
 * @returns the id of its item
 * @throws LibraryFailure; Error with the reason if the page was fetched but not saved
 */
export async function addEntry(
  entry: LibraryEntry,
  collection: string,
  signal: AbortSignal,
): Promise<string> {
  if (entry.kind === 'link') {
    const params = { url: entry.url, formats: ['markdown'], library: collection }
    const body = { model: 'scrape', params }
    return readReceipt((await askLibrary({ method: 'POST', path: '/v1/web', body, signal })).headers)
  }
  const { title, content, url, sha256 } = entry
  const answer = await askLibrary({
    method: 'POST',
    path: '/v1/library',
    body: { title, ...content, collection, ...(url !== null && { url }), ...(sha256 !== null && { sha256 }) },
    signal,
  })
  return toText(answer.body['id']) ?? ''
}

const reasons: Readonly<Record<string, string>> = {
  quota: 'The library is full.',
  too_short: 'The page has under 200 characters of text.',
  status: 'The page returned an HTTP error.',
  too_large: 'The page has over 16 MiB of text.',
  failed: 'Could not write to the library. See the log for details.',
}

/**
 * Reads the `sextant-library` header, which says whether the page was saved.
 * @returns the id of its item
 * @throws Error with the reason why the page was not saved
 */
export function readReceipt(headers: Pick<Headers, 'get'>): string {
  const receipt = headers.get('sextant-library')
  if (receipt === null) throw new Error('The server did not confirm that the page was saved.')
  const reason = /^skipped; reason=(\w+)$/.exec(receipt)?.[1]
  if (reason === undefined) return receipt
  throw new Error(reasons[reason] ?? `The page was not saved: ${reason}.`)
}
