'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { toPlace } from '#lib/client/documents/chunk-place.ts'
import type { DocumentChunk } from '#lib/client/documents/read-document.ts'
import { formatCount } from '#lib/client/format.ts'
import { ChunkHistogram } from './chunk-histogram.tsx'

const shownAtFirst = 100

/** The chunks one below the other, each with its size and where it comes from. */
export function ChunkList({ chunks, limit }: { chunks: readonly DocumentChunk[]; limit: number }) {
  const [shown, setShown] = useState(shownAtFirst)
  if (chunks.length === 0) return <p className="text-muted">The document holds no text to cut.</p>
  return (
    <>
      <ChunkHistogram chunks={chunks} limit={limit} />
      <ol aria-label="Chunks" className="flex max-w-[84ch] flex-col gap-2">
        {chunks.slice(0, shown).map((chunk, place) => (
          <li
            key={place}
            className="rounded-md border border-line border-l-2 border-l-accent bg-panel px-3 py-2 [contain-intrinsic-size:auto_160px] [content-visibility:auto]"
          >
            <p className="flex flex-wrap gap-x-3 text-xs text-muted">
              <span>{place + 1}</span>
              <span>{formatCount(chunk.tokens)} tokens</span>
              <span>{toPlace(chunk)}</span>
              {chunk.headings.length > 0 && <bdi>{chunk.headings.join(' › ')}</bdi>}
            </p>
            <p dir="auto" className="text-base break-words whitespace-pre-wrap">
              {chunk.content}
            </p>
          </li>
        ))}
      </ol>
      {chunks.length > shown && (
        <Button className="self-start" onClick={() => setShown(shown + 500)}>
          Show more: {formatCount(chunks.length - shown)} left
        </Button>
      )}
    </>
  )
}
