import { toText } from '#lib/client/json-value.ts'
import { askLibrary } from './ask-library.ts'

/** Something to keep: a text that is here already, or a page that is still to be read. */
export type LibraryEntry =
  | {
      readonly kind: 'text'
      readonly title: string
      readonly content: EntryContent
      /** Where it comes from; null: it has no address. */
      readonly url: string | null
      /** Of the file it was read from; null: it was none, or that is not known. */
      readonly sha256: string | null
    }
  | { readonly kind: 'link'; readonly url: string }

/** As one text, or page by page, so that what is found later names its page. */
export type EntryContent =
  | { readonly text: string }
  | { readonly pages: readonly { readonly page: number; readonly content: string }[] }

/**
 * Keeps an entry.
 * @returns the id of its item
 * @throws LibraryFailure; Error with the reason where the page was read and is not kept
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
  status: 'The page answered with an error of its own.',
  too_large: 'The page has over 16 MiB of text.',
  failed: 'The library could not be written; the log says why.',
}

/**
 * What the API says beside a page of what became of it in the library.
 * @returns the id of its item
 * @throws Error with the reason why it is not kept
 */
export function readReceipt(headers: Pick<Headers, 'get'>): string {
  const receipt = headers.get('sextant-library')
  if (receipt === null) throw new Error('The server does not say that the page was kept.')
  const reason = /^skipped; reason=(\w+)$/.exec(receipt)?.[1]
  if (reason === undefined) return receipt
  throw new Error(reasons[reason] ?? `The page is not kept: ${reason}.`)
}
