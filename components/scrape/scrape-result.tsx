'use client'
import { useCommands } from '#components/shell/use-commands.ts'
import { Reader } from './reader.tsx'
import { RowList } from './row-list.tsx'
import { RowsBar } from './rows-bar.tsx'
import { useScrape, useScrapeStore } from './scrape-context.ts'

/** What came back: one page, or a row for each with the chosen one below. */
export function ScrapeResult() {
  const store = useScrapeStore()
  const { rows, chosen } = useScrape()
  const place = Math.min(chosen, rows.length - 1)
  const row = rows[place]
  const choose = (next: number) =>
    store.update(state => (state.rows[next] === undefined ? state : { ...state, chosen: next }))
  const severalRows = () => store.read().rows.length > 1
  useCommands([
    {
      id: 'next-page',
      label: 'Next page',
      section: 'View',
      shortcut: { key: 'j' },
      enabled: severalRows,
      run: () => choose(place + 1),
    },
    {
      id: 'previous-page',
      label: 'Previous page',
      section: 'View',
      shortcut: { key: 'k' },
      enabled: severalRows,
      run: () => choose(place - 1),
    },
  ])
  if (row === undefined) return null
  if (rows.length === 1) return <Reader row={row} place={0} alone />
  return (
    <div className="flex h-full flex-col">
      <h2 className="sr-only">Pages</h2>
      <RowsBar rows={rows} />
      <RowList rows={rows} chosen={place} />
      <div className="min-h-0 flex-1 overflow-auto">
        <Reader row={row} place={place} alone={false} />
      </div>
    </div>
  )
}
