'use client'
import { sourceHost } from '#lib/client/search/source-host.ts'
import type { SearchSource } from '#lib/contracts/search.ts'
import { LetterTile } from './letter-tile.tsx'

/** A source in short: tile, title, host and the beginning of its text. */
export function SourceExcerpt({ source, number }: { source: SearchSource; number: number }) {
  const { title, url } = source.metadata
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="flex items-start gap-2">
        <LetterTile url={url} title={title} />
        <span className="min-w-0">
          <bdi className="line-clamp-2 font-medium break-words">{title}</bdi>
          <bdi className="block truncate text-xs text-muted">
            {number} · {sourceHost(url) || 'no address'}
          </bdi>
        </span>
      </p>
      <p dir="auto" className="line-clamp-5 text-xs break-words text-muted">
        {source.pageContent}
      </p>
    </div>
  )
}
