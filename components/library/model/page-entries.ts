import { isWebAddress } from '#components/scrape/model/filter-links.ts'
import { toPageItems } from '#components/scrape/model/page-item.ts'
import type { ScrapeRow } from '#components/scrape/model/scrape-row.ts'
import type { LibraryEntry } from './add-entry.ts'

const addressLengthMax = 2048

/** Pages that were read, as they are kept: the text that is here, under its address. One without text is none. */
export function toPageEntries(rows: readonly ScrapeRow[]): readonly LibraryEntry[] {
  return toPageItems(rows)
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, title, url = '' }) => ({
      kind: 'text',
      title: title ?? url.slice(0, 300),
      content: { text },
      url: isWebAddress(url) && url.length <= addressLengthMax ? url : null,
      sha256: null,
    }))
}
