'use client'
import { classNames } from '#components/ui/class-names.ts'
import { decodeAddress } from '#lib/client/decode-address.ts'
import { backendName } from '#lib/client/search/backend-names.ts'
import { sourceHost } from '#lib/client/search/source-host.ts'
import type { SearchSource } from '#lib/contracts/search.ts'
import { LetterTile } from './letter-tile.tsx'
import { useTurn } from './turn-context.ts'

/** A source in three lines; its title leads to it. */
export function SourceCard({ source, number }: { source: SearchSource; number: number }) {
  const { turn, without, common, source: marked } = useTurn()
  const { title, url } = source.metadata
  const origin = turn.found.origins[number - 1]
  const host = sourceHost(url)
  const published = readDate(origin?.published)
  return (
    <div
      className={classNames(
        'flex h-full flex-col gap-1 rounded-md border border-line bg-panel px-3 py-2',
        marked === number && 'border-accent',
        without.has(number) && 'border-dashed line-through',
      )}
    >
      <p className="flex items-start gap-2">
        <LetterTile url={url} title={title} />
        {url === '' ? (
          <bdi className="line-clamp-2 min-w-0 break-words">{title}</bdi>
        ) : (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            title={decodeAddress(url)}
            className="line-clamp-2 min-w-0 font-medium break-words hover:underline"
          >
            <bdi>{title}</bdi>
          </a>
        )}
      </p>
      <p className="mt-auto flex min-w-0 flex-wrap gap-x-2 text-xs text-muted">
        <span>[{number}]</span>
        <bdi className="max-w-full truncate">{host || 'no address'}</bdi>
        {origin && origin.backend !== '' && <span>{backendName(origin.backend)}</span>}
        {published && <time dateTime={published.iso}>{published.words}</time>}
        {common.has(url) && <span className="text-accent">in both</span>}
        {without.has(number) && <span>left out</span>}
      </p>
    </div>
  )
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** A date as backends write them; words that are none are left out. */
function readDate(text: string | undefined): { readonly iso: string; readonly words: string } | null {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  if (Number.isNaN(at)) return null
  const date = new Date(at)
  return { iso: date.toISOString().slice(0, 10), words: day.format(date) }
}
