'use client'

import { useMemo, useState, useRef, type RefObject, useEffect } from 'react'
import { similarityRowsMax, type SimilarityMatrix } from './model/comparison/similarity-matrix.ts'
import { Computing } from './computing.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { useComputed } from './use-computed.ts'
import { useViewerState, useViewer } from './viewer-context.ts'

/** A similarity matrix of up to 100 texts. */
export function MatrixView() {
  const shown = useViewerState(state => state.shown)
  const selection = useViewerState(state => state.selection)
  const column = shown?.columns[0]
  const set = column?.pca.state === 'done' ? column.set : null
  const [order, setOrder] = useState<'cluster' | 'given'>('cluster')
  const count = shown?.rows.length ?? 0
  const input = useMemo(() => {
    const rows = matrixRows(count, selection)
    return set === null || rows === null ? null : { set, rows }
  }, [set, count, selection])
  const matrix = useComputed('similarity', input)
  if (input === null)
    return (
      <p className="px-4 py-3 text-muted">
        Select 2 to {similarityRowsMax} texts in the plot or in the table to see their similarities.
      </p>
    )
  if (matrix.state !== 'done') return <Computing label="Comparing texts" now={matrix} />
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 items-center gap-3 border-b border-line bg-canvas px-3 py-1.5 text-xs text-muted">
        <Segmented
          label="Order"
          choices={[
            { value: 'cluster', label: 'By similarity' },
            { value: 'given', label: 'Original' },
          ]}
          value={order}
          onChange={value => setOrder(value === 'given' ? 'given' : 'cluster')}
        />
        Cosine similarity; 1 is identical.
      </div>
      <MatrixTable matrix={matrix.result} byLikeness={order === 'cluster'} />
    </div>
  )
}

/** The rows of the matrix: the selection, otherwise all; null when there are too few or too many. */
function matrixRows(count: number, selection: ReadonlySet<number>): readonly number[] | null {
  const size = selection.size > 1 ? selection.size : count
  if (size < 2 || size > similarityRowsMax) return null
  return selection.size > 1
    ? [...selection].toSorted((a, b) => a - b)
    : Array.from({ length: count }, (_, row) => row)
}

/** A heatmap with numbers; the row and column under the pointer are highlighted. */
function MatrixTable({ matrix, byLikeness }: { matrix: SimilarityMatrix; byLikeness: boolean }) {
  const viewer = useViewer()
  const texts = useViewerState(state => state.shown?.rows)
  const table = useRef<HTMLTableElement>(null)
  useCrossMarks(table)
  const positions = byLikeness ? matrix.order : matrix.rows.map((_, index) => index)
  const least = Math.min(...matrix.values)
  const textOf = (index: number) => texts?.[matrix.rows[index] ?? 0]?.text ?? ''
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
    <div
      className="scroll min-h-0 flex-1 -outline-offset-2"
      tabIndex={0}
      role="region"
      aria-label="Similarity matrix"
    >
      <table ref={table} className="border-separate border-spacing-0 text-[0.6875rem]">
        <caption className="sr-only">Cosine similarity of each pair of texts</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 bg-canvas px-2 text-left font-normal text-muted"
            >
              Text
            </th>
            {positions.map(index => (
              <th
                key={index}
                scope="col"
                aria-label={textOf(index)}
                data-tip={textOf(index)}
                data-column={index}
                className="sticky top-0 z-10 h-6 min-w-9 bg-canvas text-center font-normal text-muted data-marked:text-accent-text data-marked:underline"
              >
                {(matrix.rows[index] ?? 0) + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {positions.map(row => (
            <tr key={row}>
              <th
                scope="row"
                className="sticky left-0 z-10 max-w-52 truncate bg-canvas px-2 text-left font-normal"
              >
                <button
                  type="button"
                  data-row={row}
                  className="min-h-6 max-w-full truncate text-left hover:underline data-marked:text-accent-text"
                  onClick={() => {
                    viewer.anchorRow(matrix.rows[row] ?? 0)
                    viewer.store.update(state => ({ ...state, view: 'map' }))
                  }}
                >
                  <span className="text-muted">{(matrix.rows[row] ?? 0) + 1}</span> {textOf(row)}
                </button>
              </th>
              {positions.map(column => {
                const value = matrix.values[row * matrix.rows.length + column] ?? 0
                const share = least < 1 ? (value - least) / (1 - least) : 1
                return (
                  <td
                    key={column}
                    data-row={row}
                    data-column={column}
                    className="h-6 min-w-9 text-center -outline-offset-1 outline-control data-marked:outline"
                    style={{
                      background: `color-mix(in oklch, var(--accent) ${Math.round(share * 45)}%, var(--card))`,
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

/**
 * Highlights the row and column of the cell under the pointer: all elements with its `data-row` or
 * `data-column`. Attributes instead of state: moving the pointer does not re-render 10,000 cells.
 */
function useCrossMarks(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = root.current
    if (table === null) return
    const clear = () => {
      for (const marked of table.querySelectorAll('[data-marked]')) marked.removeAttribute('data-marked')
    }
    const mark = ({ target }: Event) => {
      clear()
      const cell = target instanceof Element ? target.closest('[data-row][data-column]') : null
      if (cell === null) return
      for (const name of ['data-row', 'data-column']) {
        const place = cell.getAttribute(name)
        for (const other of table.querySelectorAll(`[${name}="${place}"]`))
          other.setAttribute('data-marked', '')
      }
    }
    table.addEventListener('pointerover', mark)
    table.addEventListener('pointerleave', clear)
    return () => {
      table.removeEventListener('pointerover', mark)
      table.removeEventListener('pointerleave', clear)
    }
  }, [root])
}
