'use client'
import { useEffect, useEffectEvent } from 'react'
import { useRows } from '#components/ui/use-rows.ts'
import type { DocumentRow } from '#lib/client/documents/document-row.ts'
import { DocumentLine } from './document-line.tsx'
import { useDocumentsStore } from './documents-context.ts'

const rowPixels = 40

/** A row for each document; the arrows go from row to row. */
export function RowList({ rows, chosen }: { rows: readonly DocumentRow[]; chosen: number }) {
  const store = useDocumentsStore()
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
    <div ref={scroller} className="scroll max-h-[34%] shrink-0 border-b border-line">
      <ul aria-label="Documents" className="relative" style={{ height: totalPixels }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={row.file.id}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0"
              style={{ top: start, height: rowPixels }}
            >
              <DocumentLine
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
