import type { EmbedTexts } from '#lib/capabilities/embed-texts.ts'
import { ApiError, toApiError } from '#lib/errors.ts'
import type { BeginIndexCall, IndexCall } from './index-call.ts'
import type { LibraryEmbedder } from './library-embedder.ts'
import type { ClaimedItem, LibraryStore, WaitingChunk } from './library-store.ts'
import { toUnit } from './to-unit.ts'

export type EmbedResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'nothing' }
  /** The model cannot be asked; no item is to blame. */
  | { readonly kind: 'unavailable'; readonly reason: string }

interface EmbedParts {
  readonly store: LibraryStore
  readonly embed: EmbedTexts
  readonly embedder: LibraryEmbedder
  readonly begin: BeginIndexCall
}

const itemsAtOnce = 32
/** Passages of one request: the embedded engine takes turns text by text, so others wait for none of them all. */
const chunksAtOnce = 16
/** While one is answered the next is there already. */
const requestsAtOnce = 2
const chunksAhead = 4 * chunksAtOnce

// Of a text that the model does not take, or whose key has no money left; everything else is the model's or the
// operator's.
const blamesText: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'content_policy_violation',
  'invalid_value',
  'invalid_type',
  'request_too_large',
  'insufficient_quota',
])

/** Gives the passages of some items their vectors. */
export async function embedNext(parts: EmbedParts, signal: AbortSignal): Promise<EmbedResult> {
  const { store, embedder } = parts
  let items = await store.work.claim('embed', itemsAtOnce)
  if (items.length === 0) return { kind: 'nothing' }
  try {
    items = await embedItems(parts, items, signal)
  } catch (error) {
    return await giveBack(parts, items, error, signal)
  }
  await store.work.endEmbedding(items, embedder.stored)
  return { kind: 'done' }
}

/** @returns those that are still this process's own */
async function embedItems(
  parts: EmbedParts,
  claimed: readonly ClaimedItem[],
  signal: AbortSignal,
): Promise<readonly ClaimedItem[]> {
  const { work } = parts.store
  let items = claimed
  for (;;) {
    const chunks = await work.waiting(items, parts.embedder.stored, chunksAhead)
    if (chunks.length === 0) return items
    const keys = new Map(items.map(({ id, keyId }) => [id, keyId]))
    for (const [keyId, same] of Map.groupBy(chunks, ({ itemId }) => keys.get(itemId) ?? null)) {
      const call = await parts.begin({
        teamId: same[0]?.teamId ?? '',
        keyId,
        model: parts.embedder.model,
        signal,
      })
      const renew = async () => void (items = await work.renew(items))
      await embedBatches(parts, call, inBatches(same), renew)
    }
  }
}

/** @param renew says after each batch that this process is still at it */
async function embedBatches(
  parts: EmbedParts,
  call: IndexCall,
  batches: WaitingChunk[][],
  renew: () => Promise<void>,
): Promise<void> {
  const embedOneByOne = async (): Promise<void> => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      await embedChunks(parts, batch, call)
      await renew()
    }
  }
  try {
    await settleAll(Array.from({ length: requestsAtOnce }, embedOneByOne))
    call.end(null)
  } catch (error) {
    // What was done until then counts; the rest is done after the restart.
    call.end(call.signal.aborted ? null : toApiError(error))
    throw error
  }
}

function inBatches(chunks: readonly WaitingChunk[]): WaitingChunk[][] {
  return Array.from({ length: Math.ceil(chunks.length / chunksAtOnce) }, (_, at) =>
    chunks.slice(at * chunksAtOnce, (at + 1) * chunksAtOnce),
  )
}

/** Whoever goes on after a failure must not meet what is still being written. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason
}

async function embedChunks(
  { store, embed, embedder }: EmbedParts,
  chunks: readonly WaitingChunk[],
  call: IndexCall,
): Promise<void> {
  const { model, stored } = embedder
  const { vectors } = await embed({ model, texts: chunks.map(toText), task: 'retrieval.passage' }, call)
  const rows = chunks.flatMap(({ id, teamId }, at) => {
    const vector = vectors[at]
    return vector === undefined ? [] : [{ teamId, chunkId: id, vector: toUnit(vector) }]
  })
  await store.work.addVectors(rows, stored)
}

/** What a passage is about stands above it. */
function toText({ title, headings, content }: WaitingChunk): string {
  return `${[title, ...headings].join(' > ')}\n${content}`
}

async function giveBack(
  parts: EmbedParts,
  items: readonly ClaimedItem[],
  error: unknown,
  signal: AbortSignal,
): Promise<EmbedResult> {
  const { work } = parts.store
  if (signal.aborted || !(error instanceof ApiError)) {
    await work.release(items)
    throw error
  }
  if (!blamesText.has(error.code)) {
    await work.release(items)
    return { kind: 'unavailable', reason: error.message }
  }
  // One of the texts is to blame: each item alone shows which.
  for (const item of items) await embedAlone(parts, item, signal)
  return { kind: 'done' }
}

async function embedAlone(parts: EmbedParts, item: ClaimedItem, signal: AbortSignal): Promise<void> {
  const { work } = parts.store
  try {
    await work.endEmbedding(await embedItems(parts, [item], signal), parts.embedder.stored)
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError) || !blamesText.has(error.code)) {
      return await work.release([item])
    }
    await work.fail(item, error.message)
  }
}
