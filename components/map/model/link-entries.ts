import type { LibraryEntry } from '#components/library/model/add-entry.ts'

/** The maximum per action; more would be an unattended crawl. */
export const linksMax = 1000

/** Entries for pages that are fetched when added. */
export function toLinkEntries(links: readonly { readonly url: string }[]): readonly LibraryEntry[] {
  return links.slice(0, linksMax).map(({ url }) => ({ kind: 'link', url }))
}
