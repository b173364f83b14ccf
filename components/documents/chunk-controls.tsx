'use client'
import type { DocumentRow } from '#lib/client/documents/document-row.ts'
import { chunkTokensMin } from '#lib/client/documents/chunk-size.ts'
import { CommitSlider } from './commit-slider.tsx'
import { useDocumentsStore } from './documents-context.ts'
import { sentChunkSizes } from './sent-chunk-sizes.ts'

const sizeMax = 2048
const step = 16

/** The size of the chunks and what they repeat; a change reads the document again, and stays for the next ones. */
export function ChunkControls({ row, place }: { row: DocumentRow; place: number }) {
  const store = useDocumentsStore()
  const { size, overlap } = sentChunkSizes(row)
  const readAgain = (sizes: { readonly size: number; readonly overlap: number }) => {
    const changes = {
      extract_mode: 'embeddings',
      chunk_size: String(sizes.size),
      chunk_overlap: String(Math.min(sizes.overlap, Math.floor(sizes.size / 2))),
    }
    store.update(state => ({ ...state, fields: { ...state.fields, ...changes } }))
    store.readAs(place, changes)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-xs text-muted">
      <CommitSlider
        label="Tokens of a chunk"
        words={value => `At most ${value} tokens each`}
        min={chunkTokensMin}
        max={sizeMax}
        step={step}
        value={size}
        onCommit={value => readAgain({ size: value, overlap })}
      />
      <CommitSlider
        label="Tokens repeated"
        words={value => (value === 0 ? 'Nothing repeated' : `${value} tokens repeated`)}
        min={0}
        max={Math.floor(size / 2)}
        step={step}
        value={overlap}
        onCommit={value => readAgain({ size, overlap: value })}
      />
    </div>
  )
}
