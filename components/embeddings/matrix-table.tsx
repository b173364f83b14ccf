'use client'
import { useRef } from 'react'
import type { SimilarityMatrix } from '#lib/client/embeddings/comparison/similarity-matrix.ts'
import { useCrossMarks } from './use-cross-marks.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

/** Numbers in cells, the darker the more alike; the row and the column that are pointed at are marked. */
export function MatrixTable({ matrix, byLikeness }: { matrix: SimilarityMatrix; byLikeness: boolean }) {
  const viewer = useViewer()
  const texts = useViewerState(state => state.shown?.rows)
  const table = useRef<HTMLTableElement>(null)
  useCrossMarks(table)
  const places = byLikeness ? matrix.order : matrix.rows.map((_, place) => place)
  const least = Math.min(...matrix.values)
  const textOf = (place: number) => texts?.[matrix.rows[place] ?? 0]?.text ?? ''
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reached by keyboard
    <div
      className="scroll min-h-0 flex-1 -outline-offset-2"
      tabIndex={0}
      role="region"
      aria-label="Similarity matrix"
    >
      <table ref={table} className="border-separate border-spacing-0 text-[0.6875rem]">
        <caption className="sr-only">Cosine similarity of every text with every other</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 bg-panel px-2 text-left font-normal text-muted"
            >
              Text
            </th>
            {places.map(place => (
              <th
                key={place}
                scope="col"
                aria-label={textOf(place)}
                data-tip={textOf(place)}
                data-column={place}
                className="sticky top-0 z-10 h-6 min-w-9 bg-panel text-center font-normal text-muted data-marked:text-accent data-marked:underline"
              >
                {(matrix.rows[place] ?? 0) + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map(row => (
            <tr key={row}>
              <th
                scope="row"
                className="sticky left-0 z-10 max-w-52 truncate bg-panel px-2 text-left font-normal"
              >
                <button
                  type="button"
                  data-row={row}
                  className="min-h-6 max-w-full truncate text-left hover:underline data-marked:text-accent"
                  onClick={() => {
                    viewer.anchorRow(matrix.rows[row] ?? 0)
                    viewer.store.update(state => ({ ...state, view: 'map' }))
                  }}
                >
                  <span className="text-muted">{(matrix.rows[row] ?? 0) + 1}</span> {textOf(row)}
                </button>
              </th>
              {places.map(column => {
                const value = matrix.values[row * matrix.rows.length + column] ?? 0
                const share = least < 1 ? (value - least) / (1 - least) : 1
                return (
                  <td
                    key={column}
                    data-row={row}
                    data-column={column}
                    className="h-6 min-w-9 text-center -outline-offset-1 outline-control data-marked:outline"
                    style={{
                      background: `color-mix(in oklch, var(--accent) ${Math.round(share * 45)}%, var(--panel))`,
                    }}
                  >
                    {value.toFixed(2)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
