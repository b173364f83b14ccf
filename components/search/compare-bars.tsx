'use client'
import { formatMs } from '#lib/client/format.ts'
import { stepTimes } from '#lib/client/search/compare-turns.ts'
import type { SearchTurn } from '#lib/client/search/search-turn.ts'
import { stepLabel } from '#lib/client/search/step-words.ts'

/** What each step took in either answer, as bars on one scale. */
export function CompareBars({ turns, labels }: { turns: readonly SearchTurn[]; labels: readonly string[] }) {
  const rows = stepTimes(turns)
  if (rows.length === 0) return null
  const most = Math.max(1, ...rows.flatMap(({ ms }) => ms.map(each => each ?? 0)))
  return (
    <table className="w-full max-w-[84ch] border-collapse text-xs">
      <caption className="pb-1 text-left text-muted">Time per step</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Step</th>
          {labels.map((label, place) => (
            <th key={place} scope="col">
              {place + 1} · {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, ms }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="w-32 py-1 pr-3 text-left align-top font-normal">
              {stepLabel(name)}
            </th>
            {ms.map((each, place) => (
              <td key={place} aria-label={formatMs(each)} className="py-1 pr-3 align-top">
                <span className="flex items-center gap-2">
                  <span aria-hidden className="h-2 flex-1 rounded-sm bg-sunken">
                    <span
                      className="block h-full rounded-sm bg-accent"
                      style={{ width: `${((each ?? 0) / most) * 100}%` }}
                    />
                  </span>
                  <span className="w-16 text-right tabular-nums">{formatMs(each)}</span>
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
