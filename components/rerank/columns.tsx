'use client'
import { useState } from 'react'
import { Segmented } from '#components/ui/segmented.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { shortLabel } from '#lib/client/rerank/short-label.ts'
import { Column } from './column.tsx'
import { useTravel } from './use-travel.ts'

const pageRows = 100

/** The orders side by side; on a phone one at a time. */
export function Columns({ result }: { result: BoardResult }) {
  const [shownMax, setShownMax] = useState(pageRows)
  const [chosen, setChosen] = useState(0)
  const travel = useTravel()
  const { columns } = result
  const current = Math.min(chosen, columns.length - 1)
  return (
    <div className="flex h-full flex-col">
      {columns.length > 1 && (
        <div className="border-b border-line px-2 py-1.5 sm:hidden">
          <Segmented
            label="Column to show"
            className="max-w-full overflow-auto"
            choices={columns.map((column, place) => ({
              value: String(place),
              label: shortLabel(column.label),
            }))}
            value={String(current)}
            onChange={value => setChosen(Number(value))}
          />
        </div>
      )}
      <div ref={travel} className="scroll min-h-0 flex-1">
        <div className="grid auto-cols-[minmax(156px,1fr)] grid-flow-col max-sm:auto-cols-auto max-sm:grid-flow-row">
          {columns.map((column, place) => (
            <div
              key={column.id}
              className={classNames(
                'min-w-0 border-line not-first:border-l max-sm:not-first:border-l-0',
                place !== current && 'max-sm:hidden',
              )}
            >
              <Column
                result={result}
                column={column}
                place={place}
                shownMax={shownMax}
                onShowMore={() => setShownMax(shownMax + pageRows)}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
