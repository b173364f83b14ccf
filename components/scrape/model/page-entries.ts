import { isWebAddress } from '#lib/client/web-address.ts'
import { toPageItems } from './page-item.ts'
import type { ScrapeRow } from './scrape-row.ts'
import type { LibraryEntry } from '#components/library/model/add-entry.ts'

const addressLengthMax = 2048

/** Converts scraped pages to entries with their text and URL; pages without text are skipped. */
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
