'use client'

import { CloseButton } from '#components/ui/button/close-button.tsx'
import { Drawer } from '#components/ui/overlay/drawer.tsx'
import type { SearchTurn } from './model/search-turn.ts'
import { useId, type ReactNode } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { sourceHost } from './model/source-host.ts'
import { splitCites } from './model/evidence/split-cites.ts'
import type { SearchSource } from '#lib/contracts/api/search/search.ts'
import { LetterTile } from './media/letter-tile.tsx'
import { useTurn } from './turn-context.ts'
import { backendName } from './model/backend-names.ts'
import { formatCountOf } from '#lib/client/format.ts'
import { Summary } from '#components/ui/data/summary.tsx'

/** All sources of an answer, each with its text, its origin, and whether the next answer may use it. */
export function SourcesPanel({ turn, onClose }: { turn: SearchTurn; onClose: () => void }) {
  const sources = turn.found.sources ?? []
  return (
    <Drawer open onClose={onClose} title="Sources" side="right" className="w-[min(34rem,calc(100vw-24px))]">
      <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="flex-1 text-base font-semibold">{formatCountOf(sources.length, 'source')}</h2>
        <CloseButton onClick={onClose} />
      </header>
      <p className="border-b border-line px-4 py-2 text-xs text-muted">
        Deselect sources you want to exclude, close this panel, and regenerate.
      </p>
      <ol className="scroll min-h-0 flex-1">
        {sources.map((source, index) => (
          <SourceEntry key={index} source={source} number={index + 1} onShow={onClose} />
        ))}
      </ol>
    </Drawer>
  )
}

/** Full details of one source. */
function SourceEntry({
  source,
  number,
  onShow,
}: {
  source: SearchSource
  number: number
  /** Link back to the answer, where the source's sentences are marked. */
  onShow: () => void
}) {
  const { turn, sources, without, toggleSource, source: marked, showSource } = useTurn()
  const { title, url } = source.metadata
  const id = useId()
  const cites = splitCites(turn.found.content, sources.length).filter(
    part => part.kind === 'cite' && part.number === number,
  ).length
  return (
    <li className="flex gap-3 border-b border-line px-4 py-3">
      <input
        id={id}
        type="checkbox"
        checked={!without.has(number)}
        onChange={() => toggleSource(number)}
        aria-label={`Use source ${number}: ${title}`}
        className="mt-1 size-4 shrink-0 accent-[var(--accent)] coarse:size-6"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex items-start gap-2">
          <LetterTile url={url} title={title} />
          <span className="min-w-0">
            {url === '' ? (
              <bdi className="break-words">{title}</bdi>
            ) : (
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="font-medium break-words text-accent-text hover:underline"
              >
                <bdi>{title}</bdi>
              </a>
            )}
            <bdi className="block truncate text-xs text-muted">
              [{number}] {sourceHost(url) || 'no URL'}
            </bdi>
          </span>
        </p>
        <p dir="auto" className="text-sm break-words whitespace-pre-wrap">
          {source.pageContent}
        </p>
        <SourceWhy number={number} />
        {cites > 0 && (
          <Button
            variant="link"
            className="min-h-6 self-start text-xs"
            onClick={() => {
              if (marked !== number) showSource(number)
              onShow()
            }}
          >
            Show {cites === 1 ? 'the sentence that cites' : `the ${cites} passages that cite`} it
          </Button>
        )}
      </div>
    </li>
  )
}

/** Why a source was selected: query, backend and rank, similarity, and other URLs. */
function SourceWhy({ number }: { number: number }) {
  const { found } = useTurn().turn
  const origin = found.origins[number - 1]
  if (origin === undefined) return null
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Found by', origin.backend === '' ? null : backendName(origin.backend)],
    ['Query', found.query],
    ['Rank', origin.rank > 0 ? origin.rank : null],
    ['Similarity', origin.score === undefined ? null : origin.score.toFixed(3)],
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
      <Summary className="py-0.5 hover:text-text">Why this source</Summary>
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
