'use client'
import type { DocumentChunk } from '#lib/client/documents/read-document.ts'
import { countBySize } from '#lib/client/documents/count-by-size.ts'
import { formatCount } from '#lib/client/format.ts'

/** How long the chunks are, as bars and in words. */
export function ChunkHistogram({ chunks, limit }: { chunks: readonly DocumentChunk[]; limit: number }) {
  const tokens = chunks.map(chunk => chunk.tokens).toSorted((a, b) => a - b)
  const sum = tokens.reduce((total, each) => total + each, 0)
  const counts = countBySize(tokens, limit)
  const most = Math.max(1, ...counts)
  const words = `${formatCount(chunks.length)} ${chunks.length === 1 ? 'chunk' : 'chunks'}, ${formatCount(sum)} tokens; shortest ${formatCount(tokens[0] ?? 0)}, middle ${formatCount(tokens[Math.floor(tokens.length / 2)] ?? 0)}, longest ${formatCount(tokens.at(-1) ?? 0)}`
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-1 text-xs text-muted">
      <span className="flex h-8 items-end gap-px" aria-hidden>
        {counts.map((count, place) => (
          <span
            key={place}
            className="w-2 bg-accent"
            style={{ height: `${Math.round((count / most) * 100)}%`, minHeight: count > 0 ? 2 : 1 }}
          />
        ))}
      </span>
      <span role="status">{words}</span>
    </div>
  )
}
