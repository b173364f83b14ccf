import type { DimensionCurve } from '#lib/client/embeddings/comparison/dimension-curve.ts'
import { formatCount, formatShare } from '#lib/client/format.ts'

const width = 560
const height = 160

/** The curve, and the same numbers as a table. */
export function RecallCurve({ points, chosen }: { points: DimensionCurve['points']; chosen: number }) {
  const xOf = (place: number) => 4 + (place / Math.max(points.length - 1, 1)) * (width - 8)
  const yOf = (recall: number) => 4 + (1 - recall) * (height - 8)
  const line = points.map(({ recall }, place) => `${xOf(place)},${yOf(recall)}`).join(' ')
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="w-full rounded-md border border-line bg-panel"
        aria-hidden
      >
        {[0.25, 0.5, 0.75].map(share => (
          <line key={share} x1="0" x2={width} y1={yOf(share)} y2={yOf(share)} className="stroke-line" />
        ))}
        <polyline points={line} fill="none" className="stroke-accent" strokeWidth="2" />
        {points.map(({ dimensions, recall }, place) => (
          <circle
            key={dimensions}
            cx={xOf(place)}
            cy={yOf(recall)}
            r={place === chosen ? 5 : 3}
            className={place === chosen ? 'fill-accent stroke-panel' : 'fill-panel stroke-accent'}
            strokeWidth="1.5"
          />
        ))}
      </svg>
      <table className="w-full text-xs">
        <caption className="sr-only">Neighbours kept by number of dimensions</caption>
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
