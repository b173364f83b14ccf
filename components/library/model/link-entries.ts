import type { LibraryEntry } from './add-entry.ts'

/** As many as one asks for at once; more would be a crawl that nobody watches. */
export const linksMax = 1000

/** Pages that are still to be read, as they are kept once they were. */
export function toLinkEntries(links: readonly { readonly url: string }[]): readonly LibraryEntry[] {
  return links.slice(0, linksMax).map(({ url }) => ({ kind: 'link', url }))
}
