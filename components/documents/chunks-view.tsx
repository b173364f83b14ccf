'use client'
import { useState } from 'react'
import { Slider } from '#components/ui/slider.tsx'
import { chunkTokens, chunkTokensMin } from '#lib/client/documents/chunk-size.ts'
import type { DocumentRow } from '#lib/client/documents/document-row.ts'
import { withFlag } from '#lib/client/documents/flags.ts'
import { toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import { ChunkList } from './chunk-list.tsx'
import { useDocumentsStore } from './documents-context.ts'
import { ShapeGate } from './shape-gate.tsx'

const sliderMax = 2048

/** The chunks, and how they would be at another size: the slider reads the document again when it is let go. */
export function ChunksView({ row, place }: { row: DocumentRow; place: number }) {
  const store = useDocumentsStore()
  const sent = toObject(readJson(row.runs.embeddings?.request.body ?? ''))
  const inForce = Number(sent['chunk_size'] ?? chunkTokens)
  const [moved, setMoved] = useState<number | null>(null)
  const size = moved ?? inForce
  const commit = () => {
    if (moved === null || moved === inForce) return
    const chunkSize = String(moved)
    const overlap = Number(sent['chunk_overlap'] ?? 0) < moved ? {} : { chunk_overlap: '0' }
    setMoved(null)
    store.update(state => ({ ...state, fields: withFlag(state.fields, 'chunk_size', chunkSize) }))
    store.readAs(place, { extract_mode: 'embeddings', chunk_size: chunkSize, ...overlap })
  }
  return (
    <div className="flex flex-col gap-3">
      {row.runs.embeddings && row.file.attached && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears when the slider within is let go
        <div
          className="flex flex-wrap items-center gap-2 text-xs text-muted"
          onPointerUp={commit}
          onKeyUp={commit}
          onBlur={commit}
        >
          <span className="w-40 shrink-0">At most {size} tokens each</span>
          <span className="w-64 max-w-full">
            <Slider
              label="Tokens of a chunk"
              min={chunkTokensMin}
              max={sliderMax}
              step={32}
              value={Math.min(size, sliderMax)}
              onChange={setMoved}
            />
          </span>
        </div>
      )}
      <ShapeGate mode="embeddings" row={row} place={place}>
        {({ chunks }) => <ChunkList chunks={chunks ?? []} limit={inForce} />}
      </ShapeGate>
    </div>
  )
}
