'use client'
import type { DocumentChunk } from '#lib/client/documents/read-document.ts'
import { repeatedStart } from '#lib/client/documents/repeated-start.ts'
import { ChunkLabel } from './chunk-label.tsx'
import { ShowMore, useShownCount } from './show-more.tsx'

/** The text as it runs on, with a border where each chunk begins; what a chunk repeats of the one before is dim. */
export function ChunkedText({
  chunks,
  repeats,
  windowTokens,
}: {
  chunks: readonly DocumentChunk[]
  /** Chunks were asked to repeat the end of the one before: without that, equal words are by chance. */
  repeats: boolean
  windowTokens: number | null
}) {
  const shown = useShownCount()
  return (
    <>
      <ol aria-label="Text with the borders of its chunks" className="max-w-[84ch]">
        {chunks.slice(0, shown.count).map((chunk, place) => (
          <li
            key={place}
            className="border-t-2 border-accent pb-2 [contain-intrinsic-size:auto_160px] [content-visibility:auto]"
          >
            <ChunkLabel chunk={chunk} place={place} windowTokens={windowTokens} />
            <Content chunk={chunk} before={repeats ? (chunks[place - 1]?.content ?? '') : ''} />
          </li>
        ))}
      </ol>
      <ShowMore total={chunks.length} shown={shown} />
    </>
  )
}

function Content({ chunk: { content }, before }: { chunk: DocumentChunk; before: string }) {
  const repeated = repeatedStart(before, content)
  return (
    <p dir="auto" className="text-base break-words whitespace-pre-wrap">
      {repeated > 0 && (
        <span className="text-muted underline decoration-dotted underline-offset-4">
          <span className="sr-only">Repeated: </span>
          {content.slice(0, repeated)}
        </span>
      )}
      {content.slice(repeated)}
    </p>
  )
}
