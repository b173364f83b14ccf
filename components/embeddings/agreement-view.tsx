'use client'
import { ScrollRegion } from '#components/ui/data/scroll-region.tsx'
import { useMemo } from 'react'
import { formatCount, formatShare } from '#lib/client/format.ts'
import { Computing } from './computing.tsx'
import { analysisSeed } from './state/analyse-column.ts'
import { RowButton } from './row-button.tsx'
import { useComputed } from './use-computed.ts'
import { useViewerState } from './viewer-context.ts'

const listedMax = 200

/** Texts with different neighbors in two models, the largest disagreement first. */
export function AgreementView() {
  const first = useViewerState(state => state.shown?.columns[0])
  const second = useViewerState(state => state.shown?.columns[1])
  const sets =
    first?.pca.state === 'done' && second?.pca.state === 'done' ? `${first.set} ${second.set}` : null
  const input = useMemo(() => {
    const [one, other] = sets?.split(' ') ?? []
    return one === undefined || other === undefined ? null : { first: one, second: other, seed: analysisSeed }
  }, [sets])
  const agreement = useComputed('agreement', input)
  if (agreement.state !== 'done') return <Computing label="Comparing neighbors" now={agreement} />
  const { rows, mean, k, sample } = agreement.result
  return (
    <ScrollRegion label="Agreement" className="scroll h-full -outline-offset-2">
      <div className="flex max-w-[86ch] flex-col gap-2 px-4 py-4 max-sm:px-3">
        <p className="text-muted">
          Of the {k} nearest neighbors of a text, both models share{' '}
          <b className="font-medium text-text">{Number.isNaN(mean) ? '–' : formatShare(mean)}</b> on average
          {sample && `, measured on ${formatCount(sample.size)} of ${formatCount(sample.of)} texts`}. The
          largest disagreement comes first. Select a text to see its neighbors on both maps.
        </p>
        <ol aria-label="Texts by disagreement" className="-mx-1.5">
          {rows.slice(0, listedMax).map(({ row, overlap }) => (
            <li key={row}>
              <RowButton row={row} aside={`${formatShare(overlap)} shared`} toMap />
            </li>
          ))}
        </ol>
        {rows.length > listedMax && (
          <p className="text-xs text-muted">
            First {listedMax} of {formatCount(rows.length)}.
          </p>
        )}
      </div>
    </ScrollRegion>
  )
}
