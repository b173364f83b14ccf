'use client'
import { toPlace } from '#lib/client/documents/chunk-place.ts'
import type { DocumentChunk } from '#lib/client/documents/read-document.ts'
import { formatCount } from '#lib/client/format.ts'

/** Which chunk it is, how long, and where it comes from. */
export function ChunkLabel({
  chunk,
  place,
  windowTokens,
}: {
  chunk: DocumentChunk
  place: number
  /** What the model that it is meant for reads at once; null: unknown. */
  windowTokens: number | null
}) {
  const { tokens, headings } = chunk
  const isOver = windowTokens !== null && tokens > windowTokens
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-muted">
      <span>{place + 1}</span>
      <span className={isOver ? 'text-warn' : ''}>
        {formatCount(tokens)} tokens{isOver && `, ${formatCount(tokens - windowTokens)} too many`}
      </span>
      <span>{toPlace(chunk)}</span>
      {headings.length > 0 && <bdi>{headings.join(' › ')}</bdi>}
    </p>
  )
}
