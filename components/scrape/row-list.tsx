'use client'
import { useEffect, useEffectEvent } from 'react'
import type { ScrapeRow } from '#lib/client/scrape/scrape-row.ts'
import { PageRow } from './page-row.tsx'
import { useScrapeStore } from './scrape-context.ts'
import { useRows } from '#components/ui/use-rows.ts'

const rowPixels = 40

/** A row for each page; the arrows go from row to row. */
export function RowList({ rows, chosen }: { rows: readonly ScrapeRow[]; chosen: number }) {
  const store = useScrapeStore()
  const { scroller, items, totalPixels, active, setActive, onKeyDown, reveal } = useRows(
    rows.length,
    rowPixels,
  )
  const show = useEffectEvent((place: number) => {
    setActive(place)
    reveal(place)
  })
  useEffect(() => show(chosen), [chosen])
  return (
    <div ref={scroller} className="scroll max-h-[38%] shrink-0 border-b border-line">
      <ul aria-label="Pages" className="relative" style={{ height: totalPixels }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={row.address}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0"
              style={{ top: start, height: rowPixels }}
            >
              <PageRow
                row={row}
                place={index}
                chosen={index === chosen}
                tabStop={index === active}
                onFocus={() => setActive(index)}
                onKeyDown={onKeyDown}
                onChoose={() => store.update(state => ({ ...state, chosen: index }))}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
