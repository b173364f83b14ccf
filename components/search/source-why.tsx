'use client'
import type { ReactNode } from 'react'
import { backendName } from '#lib/client/search/backend-names.ts'
import { sourceHost } from '#lib/client/search/source-host.ts'
import { useTurn } from './turn-context.ts'

/** Why a source is one: what was asked, who found it at which place, how well it fits, and where else it was. */
export function SourceWhy({ number }: { number: number }) {
  const { found } = useTurn().turn
  const origin = found.origins[number - 1]
  if (origin === undefined) return null
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Found by', origin.backend === '' ? null : backendName(origin.backend)],
    ['Query', found.query],
    ['Place there', origin.rank > 0 ? origin.rank : null],
    ['Likeness', origin.score === undefined ? null : origin.score.toFixed(3)],
    ['Published', origin.published],
    [
      'Also at',
      origin.also &&
        origin.also.map(({ backend, url }) => `${sourceHost(url)} (${backendName(backend)})`).join(', '),
    ],
  ]
  const known = rows.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <details className="text-xs text-muted">
      <summary className="w-fit cursor-pointer py-0.5 hover:text-text">Why this source</summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 pt-1">
        {known.map(([term, value]) => (
          <div key={term} className="contents">
            <dt>{term}</dt>
            <dd className="min-w-0 break-words text-text">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
