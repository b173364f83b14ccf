'use client'
import { useMemo } from 'react'
import { formatShare } from '#lib/client/format.ts'
import { compareColumns } from '#lib/client/rerank/compare-columns.ts'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { useBoardView } from './board-context.ts'
import { DepthField } from './depth-field.tsx'

/** How far the orders agree, pair by pair. */
export function Agreement({ result }: { result: BoardResult }) {
  const [{ depth }] = useBoardView()
  const { columns } = result
  const pairs = useMemo(
    () =>
      compareColumns(
        columns.filter(({ hits }) => hits.length > 0),
        depth,
      ),
    [columns, depth],
  )
  return (
    <section
      aria-label="Agreement"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line px-3 py-1 text-xs text-muted"
    >
      <span data-tip="Kendall's τ-b over the documents that both returned: 1 is the same order, −1 the opposite. Overlap is the share of the first k that both have.">
        Kendall τ · overlap@{depth}
      </span>
      {pairs.map(({ id, labels, tau, overlap }) => (
        <span key={id} className="min-w-0">
          {columns.length > 2 && <span className="mr-1.5">{labels.join(' ↔ ')}</span>}
          <b className="font-medium text-text">
            {formatTau(tau)} · {overlap === null ? '–' : formatShare(overlap)}
          </b>
        </span>
      ))}
      <span className="ml-auto">
        <DepthField />
      </span>
    </section>
  )
}

function formatTau(tau: number | null): string {
  return tau === null ? '–' : tau.toFixed(2).replace('-', '−')
}
