'use client'
import { useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { sourceHost } from '#lib/client/search/source-host.ts'
import { splitCites } from '#lib/client/search/split-cites.ts'
import type { SearchSource } from '#lib/contracts/search.ts'
import { LetterTile } from './letter-tile.tsx'
import { SourceWhy } from './source-why.tsx'
import { useTurn } from './turn-context.ts'

/** One source in full. */
export function SourceEntry({
  source,
  number,
  onShow,
}: {
  source: SearchSource
  number: number
  /** Leads back to the answer, where its sentences are marked. */
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
                className="font-medium break-words text-accent hover:underline"
              >
                <bdi>{title}</bdi>
              </a>
            )}
            <bdi className="block truncate text-xs text-muted">
              [{number}] {sourceHost(url) || 'no address'}
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
            Show {cites === 1 ? 'the sentence that names' : `the ${cites} places that name`} it
          </Button>
        )}
      </div>
    </li>
  )
}
