'use client'
import { Select } from '#components/ui/select.tsx'
import type { DocumentChunk } from '#lib/client/documents/read-document.ts'
import { formatCount } from '#lib/client/format.ts'
import { ChunkHistogram } from './chunk-histogram.tsx'
import type { EmbeddingWindow } from './use-embedding-window.ts'

/** How long the chunks are, and whether a model reads all of each. */
export function ChunkSummary({
  chunks,
  limit,
  embedding,
}: {
  chunks: readonly DocumentChunk[]
  limit: number
  embedding: EmbeddingWindow
}) {
  const { models, model, choose, windowTokens } = embedding
  const over = windowTokens === null ? 0 : chunks.filter(({ tokens }) => tokens > windowTokens).length
  return (
    <>
      <ChunkHistogram chunks={chunks} limit={limit} />
      {models.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          For
          <Select
            label="Embedding model"
            className="h-6 max-w-72 text-xs"
            choices={models.map(id => ({ value: id, label: id }))}
            value={model}
            onChange={choose}
          />
          <span role="status" className={over > 0 ? 'text-warn' : ''}>
            {toWords(over, windowTokens)}
          </span>
        </div>
      )}
    </>
  )
}

function toWords(over: number, windowTokens: number | null): string {
  if (windowTokens === null) return 'How much of a chunk it reads is not known.'
  const reads = `the ${formatCount(windowTokens)} tokens that it reads`
  if (over === 0) return `No chunk is longer than ${reads}.`
  return over === 1
    ? `1 chunk is longer than ${reads}.`
    : `${formatCount(over)} chunks are longer than ${reads}.`
}
