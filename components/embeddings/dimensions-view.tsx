'use client'

import { ScrollRegion } from '#components/ui/data/scroll-region.tsx'
import { useMemo, useState } from 'react'
import { useModel } from '#components/playground/form/use-model.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Slider } from '#components/ui/form/slider.tsx'
import { formatCount, formatShare } from '#lib/client/format.ts'
import { Computing } from './computing.tsx'
import { analysisSeed } from './state/analyse-column.ts'
import { useComputed } from './use-computed.ts'
import { useViewer, useViewerState } from './viewer-context.ts'
import type { DimensionCurve } from './model/comparison/dimension-curve.ts'

/** The effect of fewer dimensions: the share of neighbors that remain when vectors are truncated. */
export function DimensionsView() {
  const { store } = useViewer()
  const column = useViewerState(state => state.shown?.columns[0])
  const set = column?.pca.state === 'done' ? column.set : null
  const input = useMemo(() => (set === null ? null : { set, seed: analysisSeed }), [set])
  const curve = useComputed('dimensionCurve', input)
  const adjustable = useModel(column?.model ?? null)?.dimensions_adjustable
  const [chosen, setChosen] = useState<number | null>(null)
  if (curve.state !== 'done') return <Computing label="Truncating vectors" now={curve} />
  const { points, k, sample } = curve.result
  const index = chosen ?? points.length - 1
  const point = points[index]
  const full = points.at(-1)?.dimensions ?? 0
  const put = (dimensions: number) =>
    store.update(state => ({
      ...state,
      request: { ...state.request, body: { ...state.request.body, dimensions } },
    }))
  return (
    <ScrollRegion label="Dimensions" className="scroll h-full -outline-offset-2">
      <div className="flex max-w-[86ch] flex-col gap-3 px-4 py-4 max-sm:px-3">
        <p className="text-muted">
          Vectors are truncated to their first dimensions and normalized to length 1 in the browser. The curve
          shows how many of the {k} nearest neighbors remain
          {sample && `, for ${formatCount(sample.size)} of ${formatCount(sample.of)} texts`}.
        </p>
        <RecallCurve points={points} chosen={index} />
        <Slider
          label="Dimensions"
          value={index}
          min={0}
          max={points.length - 1}
          step={1}
          onChange={setChosen}
        />
        {point && (
          <p aria-live="polite">
            <b className="font-medium">{formatCount(point.dimensions)}</b> of {formatCount(full)} dimensions
            keep <b className="font-medium">{formatShare(point.recall)}</b> of the neighbors and use{' '}
            {formatShare(point.dimensions / full)} of the storage.
          </p>
        )}
        {point && point.dimensions < full && adjustable === false && (
          <p className="text-xs text-muted">
            {column?.model} itself always returns {formatCount(full)}; truncate the vectors where you store
            them.
          </p>
        )}
        {point && point.dimensions < full && adjustable !== false && (
          <p className="flex flex-wrap items-center gap-3">
            <Button onClick={() => put(point.dimensions)}>
              Request {formatCount(point.dimensions)} dimensions
            </Button>
            {adjustable === undefined && (
              <span className="text-xs text-muted">Sets the parameter; not every model supports it.</span>
            )}
          </p>
        )}
      </div>
    </ScrollRegion>
  )
}

const width = 560
const height = 160

/** The curve, and the same values as a table. */
function RecallCurve({ points, chosen }: { points: DimensionCurve['points']; chosen: number }) {
  const xOf = (index: number) => 4 + (index / Math.max(points.length - 1, 1)) * (width - 8)
  const yOf = (recall: number) => 4 + (1 - recall) * (height - 8)
  const line = points.map(({ recall }, index) => `${xOf(index)},${yOf(recall)}`).join(' ')
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="w-full rounded-lg border border-line bg-card"
        aria-hidden
      >
        {[0.25, 0.5, 0.75].map(share => (
          <line key={share} x1="0" x2={width} y1={yOf(share)} y2={yOf(share)} className="stroke-line" />
        ))}
        <polyline points={line} fill="none" className="stroke-accent-text" strokeWidth="2" />
        {points.map(({ dimensions, recall }, index) => (
          <circle
            key={dimensions}
            cx={xOf(index)}
            cy={yOf(recall)}
            r={index === chosen ? 5 : 3}
            className={index === chosen ? 'fill-accent stroke-canvas' : 'fill-canvas stroke-accent-text'}
            strokeWidth="1.5"
          />
        ))}
      </svg>
      <table className="w-full text-xs">
        <caption className="sr-only">Neighbors kept by number of dimensions</caption>
        <thead>
          <tr className="text-right text-muted">
            <th scope="row" className="text-left font-normal">
              Dimensions
            </th>
            {points.map(({ dimensions }) => (
              <th key={dimensions} scope="col" className="font-normal">
                {formatCount(dimensions)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="text-right">
            <th scope="row" className="text-left font-normal text-muted">
              Kept
            </th>
            {points.map(({ dimensions, recall }) => (
              <td key={dimensions}>{formatShare(recall)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  )
}
