'use client'

import { lazy, Suspense, useMemo, useState } from 'react'
import { Segmented } from '#components/ui/form/segmented.tsx'
import type { DocumentRow } from './model/document-row.ts'
import { toPagesOfChunks } from './model/views/page-blocks.ts'
import { pictureKind } from './model/files/picture-kind.ts'
import type { DocumentChunk } from './model/read-document.ts'
import { ExtractModeView } from './extract-mode-view.tsx'
import { chunkTokensMin, chunkTokens } from './model/views/chunk-size.ts'
import { useDocumentsStore } from './documents-context.ts'
import { Slider } from '#components/ui/form/slider.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { formatCount, formatCountOf } from '#lib/client/format.ts'
import { countBySize } from './model/views/count-by-size.ts'
import { repeatedStart } from './model/views/repeated-start.ts'
import { toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import { useQuery } from '@tanstack/react-query'
import { firstModel, modelsFor } from '#components/playground/form/choose-model.ts'
import { modelsQuery } from '#lib/client/models.ts'
import { Button } from '#components/ui/button/button.tsx'
import { toOrigin } from './model/views/chunk-origin.ts'

const PagesOfBlocks = lazy(() =>
  import('./pages-of-blocks.tsx').then(module => ({ default: module.PagesOfBlocks })),
)

/** The chunks, and a preview at another size: the slider reads the document again when released. */
export function ChunksView({ row, index }: { row: DocumentRow; index: number }) {
  return (
    <div className="flex min-h-full flex-col gap-3">
      {row.runs.embeddings && row.file.attached && <ChunkControls row={row} index={index} />}
      <ExtractModeView mode="embeddings" row={row} index={index}>
        {({ chunks }) =>
          chunks === null || chunks.length === 0 ? (
            <p className="text-muted">The document has no text to chunk.</p>
          ) : (
            <Chunks row={row} chunks={chunks} />
          )
        }
      </ExtractModeView>
    </div>
  )
}

function Chunks({ row, chunks }: { row: DocumentRow; chunks: readonly DocumentChunk[] }) {
  const [shown, setShown] = useState('list')
  const embedding = useEmbeddingWindow()
  const { size, overlap } = sentChunkSizes(row)
  const pages = useMemo(() => toPagesOfChunks(row), [row])
  const choices = [
    { value: 'list', label: 'List' },
    { value: 'text', label: 'In text' },
    ...(pages !== null && pictureKind(row.file) !== null ? [{ value: 'pages', label: 'On pages' }] : []),
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

/** The chunks in order, each with its size and source. */
function ChunkList({
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
        {chunks.slice(0, shown.count).map((chunk, index) => (
          <li
            key={index}
            className="rounded-lg border border-line border-l-2 border-l-accent-text bg-card px-3 py-2 [contain-intrinsic-size:auto_160px] [content-visibility:auto]"
          >
            <ChunkLabel chunk={chunk} index={index} windowTokens={windowTokens} />
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

const sizeMax = 2048
const step = 16

/** Chunk size and overlap; a change reads the document again, and is kept for later ones. */
function ChunkControls({ row, index }: { row: DocumentRow; index: number }) {
  const store = useDocumentsStore()
  const { size, overlap } = sentChunkSizes(row)
  const readAgain = (sizes: { readonly size: number; readonly overlap: number }) => {
    const changes = {
      extract_mode: 'embeddings',
      chunk_size: String(sizes.size),
      chunk_overlap: String(Math.min(sizes.overlap, Math.floor(sizes.size / 2))),
    }
    store.update(state => ({ ...state, fields: { ...state.fields, ...changes } }))
    store.readAs(index, changes)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-xs text-muted">
      <CommitSlider
        label="Chunk size"
        format={value => `Max. ${value} tokens`}
        min={chunkTokensMin}
        max={sizeMax}
        step={step}
        value={size}
        onCommit={value => readAgain({ size: value, overlap })}
      />
      <CommitSlider
        label="Overlap"
        format={value => (value === 0 ? 'No overlap' : `${value} tokens overlap`)}
        min={0}
        max={Math.floor(size / 2)}
        step={step}
        value={overlap}
        onCommit={value => readAgain({ size, overlap: value })}
      />
    </div>
  )
}

/** A slider that applies its value when released. */
function CommitSlider({
  label,
  format,
  value,
  min,
  max,
  step,
  onCommit,
}: {
  label: string
  /** The formatted value next to it. */
  format: (value: number) => string
  /** The applied value. */
  value: number
  min: number
  max: number
  step: number
  onCommit: (value: number) => void
}) {
  const [moved, setMoved] = useState<number | null>(null)
  const shown = moved ?? value
  const commit = () => {
    setMoved(null)
    if (moved !== null && moved !== value) onCommit(moved)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens for the release of the slider within
    <div className="flex items-center gap-2" onPointerUp={commit} onKeyUp={commit} onBlur={commit}>
      <span className="w-44 shrink-0">{format(shown)}</span>
      <span className="w-40 max-w-full">
        <Slider
          label={label}
          min={min}
          max={max}
          step={step}
          value={Math.min(shown, max)}
          onChange={setMoved}
        />
      </span>
    </div>
  )
}

/** Chunk lengths, and whether they fit a model's context window. */
function ChunkSummary({
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
            {formatOverrun(over, windowTokens)}
          </span>
        </div>
      )}
    </>
  )
}

function formatOverrun(over: number, windowTokens: number | null): string {
  if (windowTokens === null) return 'The context window of this model is unknown.'
  const reads = `the context window of ${formatCount(windowTokens)} tokens`
  if (over === 0) return `All chunks fit ${reads}.`
  return over === 1 ? `1 chunk exceeds ${reads}.` : `${formatCount(over)} chunks exceed ${reads}.`
}

/** Chunk lengths, as a histogram and as text. */
function ChunkHistogram({ chunks, limit }: { chunks: readonly DocumentChunk[]; limit: number }) {
  const tokens = chunks.map(chunk => chunk.tokens).toSorted((a, b) => a - b)
  const sum = tokens.reduce((total, each) => total + each, 0)
  const counts = countBySize(tokens, limit)
  const most = Math.max(1, ...counts)
  const words = `${formatCountOf(chunks.length, 'chunk')}, ${formatCount(sum)} tokens; min ${formatCount(tokens[0] ?? 0)}, median ${formatCount(tokens[Math.floor(tokens.length / 2)] ?? 0)}, max ${formatCount(tokens.at(-1) ?? 0)}`
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-1 text-xs text-muted">
      <span className="flex h-8 items-end gap-px" aria-hidden>
        {counts.map((count, index) => (
          <span
            key={index}
            className="w-2 bg-accent"
            style={{ height: `${Math.round((count / most) * 100)}%`, minHeight: count > 0 ? 2 : 1 }}
          />
        ))}
      </span>
      <span role="status">{words}</span>
    </div>
  )
}

/** The continuous text with a border at the start of each chunk; overlaps are dimmed. */
function ChunkedText({
  chunks,
  repeats,
  windowTokens,
}: {
  chunks: readonly DocumentChunk[]
  /** Whether an overlap was requested: without one, equal words are a coincidence. */
  repeats: boolean
  windowTokens: number | null
}) {
  const shown = useShownCount()
  return (
    <>
      <ol aria-label="Text with chunk borders" className="max-w-[84ch]">
        {chunks.slice(0, shown.count).map((chunk, index) => (
          <li
            key={index}
            className="border-t-2 border-accent-text pb-2 [contain-intrinsic-size:auto_160px] [content-visibility:auto]"
          >
            <ChunkLabel chunk={chunk} index={index} windowTokens={windowTokens} />
            <Content chunk={chunk} before={repeats ? (chunks[index - 1]?.content ?? '') : ''} />
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
          <span className="sr-only">Overlap: </span>
          {content.slice(0, repeated)}
        </span>
      )}
      {content.slice(repeated)}
    </p>
  )
}

/** Chunk size and overlap of the current chunks, as requested. */
function sentChunkSizes({ runs }: Pick<DocumentRow, 'runs'>): { size: number; overlap: number } {
  const sent = toObject(readJson(runs.embeddings?.request.body ?? ''))
  return { size: Number(sent['chunk_size'] || chunkTokens), overlap: Number(sent['chunk_overlap'] || 0) }
}

interface EmbeddingWindow {
  readonly models: readonly string[]
  readonly model: string | null
  readonly choose: (model: string) => void
  /** Context window of the model; null: unknown. */
  readonly windowTokens: number | null
}

/** The embedding model for the chunks, and its context window. */
function useEmbeddingWindow(): EmbeddingWindow {
  const [chosen, choose] = useState<string | null>(null)
  const models = modelsFor('embeddings', useQuery(modelsQuery).data ?? [])
  const model = chosen ?? (models.length === 0 ? null : firstModel('embeddings', models))
  const windowTokens = models.find(({ id }) => id === model)?.context_window ?? null
  return { models: models.map(({ id }) => id), model, choose, windowTokens }
}

const first = 100
const further = 500

interface Shown {
  readonly count: number
  readonly more: () => void
}

/** Number of rendered items of a long list. */
function useShownCount(): Shown {
  const [count, setCount] = useState(first)
  return { count, more: () => setCount(count + further) }
}

function ShowMore({ total, shown }: { total: number; shown: Shown }) {
  if (total <= shown.count) return null
  return (
    <Button className="self-start" onClick={shown.more}>
      Show more: {formatCount(total - shown.count)} left
    </Button>
  )
}

/** Number, size and source of a chunk. */
function ChunkLabel({
  chunk,
  index,
  windowTokens,
}: {
  chunk: DocumentChunk
  index: number
  /** Context window of the embedding model; null: unknown. */
  windowTokens: number | null
}) {
  const { tokens, headings } = chunk
  const isOver = windowTokens !== null && tokens > windowTokens
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-muted">
      <span>{index + 1}</span>
      <span className={isOver ? 'text-warn' : ''}>
        {formatCount(tokens)} tokens{isOver && `, ${formatCount(tokens - windowTokens)} over the limit`}
      </span>
      <span>{toOrigin(chunk)}</span>
      {headings.length > 0 && <bdi>{headings.join(' › ')}</bdi>}
    </p>
  )
}
