'use client'
import { useId, useMemo } from 'react'
import { NumberField } from '#components/ui/number-field.tsx'
import { formatShare } from '#lib/client/chat/format.ts'
import { compareColumns } from '#lib/client/rerank/compare-columns.ts'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { useBoardView } from './board-context.ts'

/** How far the orders agree, pair by pair. */
export function Agreement({ result }: { result: BoardResult }) {
  const [{ depth }, setView] = useBoardView()
  const { columns } = result
  const id = useId()
  const pairs = useMemo(() => compareColumns(columns, depth), [columns, depth])
  return (
    <section
      aria-label="Agreement"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line px-3 py-1 text-xs text-muted"
    >
      {pairs.map(({ id, labels, tau, overlap }) => (
        <span key={id} className="min-w-0">
          {pairs.length > 1 && <span className="mr-1.5">{labels.join(' ↔ ')}</span>}
          <span data-tip="Kendall's τ-b over the documents that both returned: 1 is the same order, −1 the opposite">
            Kendall τ <b className="font-medium text-text">{tau === null ? '–' : tau.toFixed(2)}</b>
          </span>
          {' · '}
          <span data-tip="Share of the first k documents that both have">
            overlap@{depth}{' '}
            <b className="font-medium text-text">{overlap === null ? '–' : formatShare(overlap)}</b>
          </span>
        </span>
      ))}
      <span className="ml-auto flex items-center gap-1.5">
        <label htmlFor={id}>k</label>
        <NumberField
          id={id}
          value={depth}
          min={1}
          max={1000}
          className="h-6 w-12 coarse:h-10"
          onChange={next => next !== null && Number.isInteger(next) && next >= 1 && setView({ depth: next })}
        />
      </span>
    </section>
  )
}
