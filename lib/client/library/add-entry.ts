import type { LibraryItem } from '#lib/contracts/library-item.ts'
import { askLibrary } from './ask-library.ts'
import { isItem } from './library-item.ts'

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

/** @returns null where the answer does not say what was made of it, as for a page that was read */
export async function addEntry(
  entry: LibraryEntry,
  collection: string,
  signal: AbortSignal,
): Promise<LibraryItem | null> {
  if (entry.kind === 'link') {
    const params = { url: entry.url, formats: ['markdown'], library: collection }
    await askLibrary({ method: 'POST', path: '/v1/web', body: { model: 'scrape', params }, signal })
    return null
  }
  const { title, content, url, sha256 } = entry
  const body = {
    title,
    ...content,
    collection,
    ...(url !== null && { url }),
    ...(sha256 !== null && { sha256 }),
  }
  const answer = await askLibrary({ method: 'POST', path: '/v1/library', body, signal })
  return isItem(answer) ? answer : null
}
