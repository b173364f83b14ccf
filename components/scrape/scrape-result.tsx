'use client'
import { RowList } from '#components/playground/row-list.tsx'
import { RowsResult } from '#components/playground/rows-result.tsx'
import { PageRow } from './page-row.tsx'
import { PagesBar } from './pages-bar.tsx'
import { Reader } from './reader.tsx'
import { useScrape, useScrapeStore } from './scrape-context.ts'

/** What came back: one page, or a row for each with the chosen one below. */
export function ScrapeResult() {
  const store = useScrapeStore()
  const { rows, chosen } = useScrape()
  const place = Math.min(chosen, rows.length - 1)
  const row = rows[place]
  const choose = (next: number) => store.update(state => ({ ...state, chosen: next }))
  if (row === undefined) return null
  return (
    <RowsResult
      noun="page"
      title="Pages"
      keys={{ next: 'j', previous: 'k' }}
      count={rows.length}
      chosen={place}
      onChoose={choose}
      list={
        <>
          <PagesBar rows={rows} />
          <RowList label="Pages" rows={rows} chosen={place} onChoose={choose}>
            {(each, stop) => <PageRow row={each} stop={stop} />}
          </RowList>
        </>
      }
    >
      <Reader row={row} place={place} alone={rows.length === 1} />
    </RowsResult>
  )
}
