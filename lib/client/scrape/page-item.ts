import type { ParcelItem } from '#lib/client/parcel.ts'
import { toText } from '#lib/client/json-value.ts'
import { toPlainTitle } from './plain-title.ts'
import { readPage } from './read-page.ts'
import { splitHeadings } from './split-headings.ts'
import { isRead, type ScrapeRow } from './scrape-row.ts'

/** A page as it is taken away: its Markdown, else its text, with title and address. */
export function toPageItems(rows: readonly ScrapeRow[]): readonly ParcelItem[] {
  return rows.flatMap(row => {
    const page = isRead(row) && row.run ? readPage(row.run) : null
    if (page === null) return []
    const title = toPlainTitle(toText(page.metadata['title']) ?? '')
    const url = toText(page.metadata['url']) ?? row.address
    return [{ text: page.markdown ?? page.text ?? '', url, ...(title !== '' && { title }) }]
  })
}

/** The same cut at the headings: each part begins with the headings above it, so that it says what it is about. */
export function toPageParts(rows: readonly ScrapeRow[]): readonly ParcelItem[] {
  return toPageItems(rows).flatMap(item => splitHeadings(item.text).map(text => ({ ...item, text })))
}
