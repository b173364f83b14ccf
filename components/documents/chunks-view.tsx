'use client'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Segmented } from '#components/ui/segmented.tsx'
import type { DocumentRow } from '#lib/client/documents/document-row.ts'
import { toPagesOfChunks } from '#lib/client/documents/page-blocks.ts'
import { pictureKind } from '#lib/client/documents/picture-kind.ts'
import type { DocumentChunk } from '#lib/client/documents/read-document.ts'
import { ChunkControls } from './chunk-controls.tsx'
import { ChunkList } from './chunk-list.tsx'
import { ChunkSummary } from './chunk-summary.tsx'
import { ChunkedText } from './chunked-text.tsx'
import { sentChunkSizes } from './sent-chunk-sizes.ts'
import { ShapeGate } from './shape-gate.tsx'
import { useEmbeddingWindow } from './use-embedding-window.ts'

const PagesOfBlocks = lazy(() =>
  import('./pages-of-blocks.tsx').then(module => ({ default: module.PagesOfBlocks })),
)

/** The chunks, and how they would be at another size: a slider reads the document again when it is let go. */
export function ChunksView({ row, place }: { row: DocumentRow; place: number }) {
  return (
    <div className="flex min-h-full flex-col gap-3">
      {row.runs.embeddings && row.file.attached && <ChunkControls row={row} place={place} />}
      <ShapeGate mode="embeddings" row={row} place={place}>
        {({ chunks }) =>
          chunks === null || chunks.length === 0 ? (
            <p className="text-muted">The document holds no text to cut.</p>
          ) : (
            <Chunks row={row} chunks={chunks} />
          )
        }
      </ShapeGate>
    </div>
  )
}

function Chunks({ row, chunks }: { row: DocumentRow; chunks: readonly DocumentChunk[] }) {
  const [shown, setShown] = useState('list')
  const embedding = useEmbeddingWindow()
  const { size, overlap } = sentChunkSizes(row)
  const pages = useMemo(() => toPagesOfChunks(row), [row])
  const choices = [
    { value: 'list', label: 'One by one' },
    { value: 'text', label: 'In the text' },
    ...(pages !== null && pictureKind(row.file) !== null ? [{ value: 'pages', label: 'On the pages' }] : []),
  ]
  return (
    <>
      <ChunkSummary chunks={chunks} limit={size} embedding={embedding} />
      <Segmented
        label="Show chunks"
        className="self-start"
        choices={choices}
        value={shown}
        onChange={setShown}
      />
      {shown === 'list' && <ChunkList chunks={chunks} windowTokens={embedding.windowTokens} />}
      {shown === 'text' && (
        <ChunkedText chunks={chunks} repeats={overlap > 0} windowTokens={embedding.windowTokens} />
      )}
      {shown === 'pages' && pages !== null && (
        <Suspense>
          <PagesOfBlocks pages={pages} row={row} />
        </Suspense>
      )}
    </>
  )
}
