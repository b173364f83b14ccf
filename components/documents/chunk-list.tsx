'use client'
import { ShowMore, useShownCount } from './show-more.tsx'
import type { DocumentChunk } from '#lib/client/documents/read-document.ts'
import { ChunkLabel } from './chunk-label.tsx'

/** The chunks one below the other, each with its size and where it comes from. */
export function ChunkList({
  chunks,
  windowTokens,
}: {
  chunks: readonly DocumentChunk[]
  windowTokens: number | null
}) {
  const shown = useShownCount()
  return (
    <>
      <ol aria-label="Chunks" className="flex max-w-[84ch] flex-col gap-2">
        {chunks.slice(0, shown.count).map((chunk, place) => (
          <li
            key={place}
            className="rounded-md border border-line border-l-2 border-l-accent bg-panel px-3 py-2 [contain-intrinsic-size:auto_160px] [content-visibility:auto]"
          >
            <ChunkLabel chunk={chunk} place={place} windowTokens={windowTokens} />
            <p dir="auto" className="text-base break-words whitespace-pre-wrap">
              {chunk.content}
            </p>
          </li>
        ))}
      </ol>
      <ShowMore total={chunks.length} shown={shown} />
    </>
  )
}
