'use client'
import { useMemo, useState } from 'react'
import { similarityRowsMax } from '#lib/client/embeddings/comparison/similarity-matrix.ts'
import { Computing } from './computing.tsx'
import { MatrixTable } from './matrix-table.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { matrixRows } from './state/matrix-rows.ts'
import { useComputed } from './use-computed.ts'
import { useViewerState } from './viewer-context.ts'

/** Every text against every other, up to 100 of them. */
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
        Select 2 to {similarityRowsMax} texts on the map or in the table: their similarities are shown here.
      </p>
    )
  if (matrix.state !== 'done') return <Computing label="Comparing the texts" now={matrix} />
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 items-center gap-3 border-b border-line bg-panel px-3 py-1.5 text-xs text-muted">
        <Segmented
          label="Order"
          choices={[
            { value: 'cluster', label: 'By likeness' },
            { value: 'given', label: 'As given' },
          ]}
          value={order}
          onChange={value => setOrder(value === 'given' ? 'given' : 'cluster')}
        />
        Cosine similarity, 1 is the same.
      </div>
      <MatrixTable matrix={matrix.result} byLikeness={order === 'cluster'} />
    </div>
  )
}
