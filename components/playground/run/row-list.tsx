'use client'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent } from 'react'
import { useRows } from '#components/ui/data/use-rows.ts'

const rowPixels = 40

/** Row attributes for arrow-key navigation. */
export interface RowStop {
  readonly index: number
  readonly chosen: boolean
  readonly tabStop: boolean
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onChoose: () => void
}

/** A row for each part of a batch; arrow keys move between rows. */
export function RowList<Row>({
  label,
  rows,
  chosen,
  onChoose,
  children,
}: {
  label: string
  rows: readonly Row[]
  chosen: number
  onChoose: (index: number) => void
  children: (row: Row, stop: RowStop) => ReactNode
}) {
  const { scroller, items, totalPixels, active, setActive, onKeyDown, reveal } = useRows(
    rows.length,
    rowPixels,
  )
  const show = useEffectEvent((index: number) => {
    setActive(index)
    reveal(index)
  })
  useEffect(() => show(chosen), [chosen])
  return (
    <div ref={scroller} className="scroll max-h-[36%] shrink-0 border-b border-line">
      <ul aria-label={label} className="relative" style={{ height: totalPixels }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0"
              style={{ top: start, height: rowPixels }}
            >
              {children(row, {
                index: index,
                chosen: index === chosen,
                tabStop: index === active,
                onFocus: () => setActive(index),
                onKeyDown,
                onChoose: () => onChoose(index),
              })}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
