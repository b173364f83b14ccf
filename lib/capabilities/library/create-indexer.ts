import type { EmbedTexts } from '#lib/capabilities/embeddings/embed-texts.ts'
import type { CutThread } from './cut-thread.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { BeginIndexRequest, IndexRequest } from './index-request.ts'
import type { LibraryEmbedder } from './library-embedder.ts'
import type { LibraryStore, ClaimedItem, NewChunk, WaitingChunk } from './library-store.ts'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { ApiError, toApiError } from '#lib/errors.ts'
import { untilAborted } from '#lib/until-aborted.ts'

export interface IndexerOptions {
  readonly store: LibraryStore
  readonly thread: CutThread
  readonly embed: EmbedTexts
  readonly embedder: LibraryEmbedder
  /** Receives errors not caused by an item. */
  readonly onFault: (error: unknown) => void
  /** Backoff of an unavailable model: initial and maximum. */
  readonly pauses?: { readonly firstMs: number; readonly longestMs: number }
}

/** Indexes items as long as any are pending. */
export interface Indexer {
  /**
   * Looks for existing work and work abandoned by other processes.
   * @param begin starts the request of a batch
   */
  readonly start: (begin: BeginIndexRequest) => void
  /** There is new work. */
  readonly wake: () => void
  /** Resolves when words find all items that were added here, or at the latest after `waitMs`. @throws the signal's reason */
  readonly untilFound: (waitMs: number, signal: AbortSignal) => Promise<void>
  /** Why the embedding model is unavailable; null: available, as far as known. */
  readonly waitsFor: string | null
  /** Stops after the current batches; the next start continues. */
  readonly close: () => Promise<void>
}

// There is no event when the work of a killed process is released.
const lookMs = 10_000
const defaultPauses = { firstMs: 2000, longestMs: 60_000 }

/** Splits and embeds in parallel, so that the model does not wait for the next text. */
export function createIndexer(options: IndexerOptions): Indexer {
  const { store, thread, embedder, onFault, pauses = defaultPauses } = options
  const closing = new AbortController()
  const { signal } = closing
  let waitsFor: string | null = null
  let pauseMs = pauses.firstMs
  let notBefore = 0
  let timer: NodeJS.Timeout | undefined
  let preparing: Promise<void> | null = null
  let begin: BeginIndexRequest | null = null

  const cutting = createIndexLoop(async () => {
    if (signal.aborted) return false
    await (preparing ??= prepare())
    if ((await removeNext()) || (await cutNext(store, thread, signal))) {
      embedding.wake()
      return true
    }
    return false
  }, rest)

  const embedding = createIndexLoop(async () => {
    if (signal.aborted || begin === null || Date.now() < notBefore) return false
    await (preparing ??= prepare())
    const result = await embedNext({ ...options, begin }, signal)
    switch (result.kind) {
      case 'done':
        waitsFor = null
        pauseMs = pauses.firstMs
        return true
      case 'nothing':
        return false
      case 'unavailable':
        waitsFor = result.reason
        notBefore = Date.now() + pauseMs
        pauseMs = Math.min(pauses.longestMs, pauseMs * 2)
        return false
    }
  }, rest)

  async function prepare(): Promise<void> {
    await store.work.takeOver()
    await store.work.queueOthers(embedder.stored)
  }

  async function removeNext(): Promise<boolean> {
    const removed = await store.work.claim('remove', 1)
    if (removed.length === 0) return false
    await store.finishRemoval(removed.map(({ id }) => id))
    return true
  }

  function rest(error: unknown): void {
    if (signal.aborted) return
    if (error !== undefined) {
      // Retried at the next poll.
      preparing = null
      onFault(error)
    }
    const waitMs = notBefore - Date.now()
    clearTimeout(timer)
    timer = setTimeout(wake, waitMs > 0 ? Math.min(lookMs, waitMs) : lookMs).unref()
  }

  function wake(): void {
    if (signal.aborted) return
    cutting.wake()
    embedding.wake()
  }

  return {
    start(given) {
      begin = given
      wake()
    },
    wake,
    async untilFound(waitMs, leaving) {
      const late = new AbortController()
      const elapsed = pause(waitMs, undefined, { signal: late.signal, ref: false }).catch(() => undefined)
      try {
        await untilAborted(Promise.race([cutting.settle(), elapsed]), leaving)
      } finally {
        late.abort()
      }
    },
    get waitsFor() {
      return waitsFor
    },
    async close() {
      closing.abort()
      clearTimeout(timer)
      await Promise.all([cutting.settle(), embedding.settle()])
      await thread.close()
    },
  }
}

// About two milliseconds of database time, which on SQLite blocks every other query.
const chunksAtOnce = 16

/**
 * Splits one item and writes its passages, which can then be found by words.
 * @returns whether there was one
 */
async function cutNext(store: LibraryStore, thread: CutThread, signal: AbortSignal): Promise<boolean> {
  const [item] = await store.work.claim('cut', 1)
  if (item === undefined) return false
  const pages = await store.pages(item.teamId, item.id)
  const chunks = await cutOrFail(item)
  if (chunks === null) return true
  await store.work.clear(item)
  for (let from = 0; from < chunks.length; from += chunksAtOnce) {
    if (!(await store.work.addChunks(item, chunks.slice(from, from + chunksAtOnce)))) return true
    await nextTurn()
  }
  await store.work.endCut(item, chunks.length)
  return true

  async function cutOrFail({ title }: ClaimedItem): Promise<readonly NewChunk[] | null> {
    try {
      return await thread.cut(title, pages, signal)
    } catch (error) {
      if (signal.aborted) {
        await store.work.release([item as ClaimedItem])
        throw error
      }
      const reason = error instanceof Error ? error.message : String(error)
      await store.work.fail(item as ClaimedItem, `Could not split the text into passages: ${reason}`)
      return null
    }
  }
}

/** Processes batches sequentially while there are any. */
interface IndexLoop {
  /** There may be new work. */
  readonly wake: () => void
  /** Resolves when the current batch has ended. */
  settle(): Promise<void>
}

/**
 * @param step processes a batch; false: none left
 * @param onIdle called when idle, and with errors of a step
 */
function createIndexLoop(step: () => Promise<boolean>, onIdle: (error: unknown) => void): IndexLoop {
  let running: Promise<void> | null = null
  let again = false

  async function run(): Promise<void> {
    do {
      again = false
      while (await step()) continue
    } while (again)
  }

  function wake(): void {
    again = true
    running ??= run()
      .then(
        () => undefined,
        (error: unknown) => error,
      )
      .then(error => {
        running = null
        onIdle(error)
      })
  }

  return {
    wake,
    async settle() {
      await running
    },
  }
}

type EmbedResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'nothing' }
  /** The model is unavailable; no item is at fault. */
  | { readonly kind: 'unavailable'; readonly reason: string }

interface EmbedDeps {
  readonly store: LibraryStore
  readonly embed: EmbedTexts
  readonly embedder: LibraryEmbedder
  readonly begin: BeginIndexRequest
}

const itemsAtOnce = 32
/**
 * Passages of one request: the embedded engine interleaves requests per text, so others do not wait for all
 * of them.
 */
const embedNextChunksAtOnce = 16
/** The next one is sent while one is answered. */
const requestsAtOnce = 2
const chunksAhead = 4 * embedNextChunksAtOnce

// For a text that the model rejects, or whose key has no budget left; all other errors concern the model or
// the operator.
const blamesText: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'content_policy_violation',
  'invalid_value',
  'invalid_type',
  'request_too_large',
  'insufficient_quota',
])

/** Embeds the passages of some items. */
async function embedNext(deps: EmbedDeps, signal: AbortSignal): Promise<EmbedResult> {
  const { store, embedder } = deps
  let items = await store.work.claim('embed', itemsAtOnce, embedder.stored)
  if (items.length === 0) return { kind: 'nothing' }
  try {
    items = await embedItems(deps, items, signal)
  } catch (error) {
    return await giveBack(deps, items, error, signal)
  }
  await store.work.endEmbedding(items, embedder.stored)
  return { kind: 'done' }
}

/** @returns those that this process still owns */
async function embedItems(
  deps: EmbedDeps,
  claimed: readonly ClaimedItem[],
  signal: AbortSignal,
): Promise<readonly ClaimedItem[]> {
  const { work } = deps.store
  let items = claimed
  for (;;) {
    const chunks = await work.waiting(items, deps.embedder.stored, chunksAhead)
    if (chunks.length === 0) return items
    const keys = new Map(items.map(({ id, keyId }) => [id, keyId]))
    for (const [keyId, same] of Map.groupBy(chunks, ({ itemId }) => keys.get(itemId) ?? null)) {
      const request = await deps.begin({
        teamId: same[0]?.teamId ?? '',
        keyId,
        model: deps.embedder.model,
        signal,
      })
      const renew = async () => void (items = await work.renew(items))
      await embedBatches(deps, request, inBatches(same), renew)
    }
  }
}

/** @param renew renews the claim after each batch */
async function embedBatches(
  deps: EmbedDeps,
  request: IndexRequest,
  batches: WaitingChunk[][],
  renew: () => Promise<void>,
): Promise<void> {
  const embedOneByOne = async (): Promise<void> => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      await embedChunks(deps, batch, request.context)
      await renew()
    }
  }
  try {
    await settleAll(Array.from({ length: requestsAtOnce }, embedOneByOne))
    request.end(null)
  } catch (error) {
    // Completed work is saved; the rest is done after the restart.
    request.end(request.context.signal.aborted ? null : toApiError(error))
    throw error
  }
}

function inBatches(chunks: readonly WaitingChunk[]): WaitingChunk[][] {
  return Array.from({ length: Math.ceil(chunks.length / embedNextChunksAtOnce) }, (_, at) =>
    chunks.slice(at * embedNextChunksAtOnce, (at + 1) * embedNextChunksAtOnce),
  )
}

/** A retry after a failure must not overlap with pending writes. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason
}

async function embedChunks(
  { store, embed, embedder }: EmbedDeps,
  chunks: readonly WaitingChunk[],
  context: RequestContext,
): Promise<void> {
  const { model, stored } = embedder
  const { vectors } = await embed({ model, texts: chunks.map(toText), task: 'retrieval.passage' }, context)
  const rows = chunks.flatMap(({ id, teamId }, at) => {
    const vector = vectors[at]
    return vector === undefined ? [] : [{ teamId, chunkId: id, vector: l2Normalize(vector) }]
  })
  await store.work.addVectors(rows, stored)
}

/** Headings above a passage give its topic. */
function toText({ title, headings, content }: WaitingChunk): string {
  return `${[title, ...headings].join(' > ')}\n${content}`
}

async function giveBack(
  deps: EmbedDeps,
  items: readonly ClaimedItem[],
  error: unknown,
  signal: AbortSignal,
): Promise<EmbedResult> {
  const { work } = deps.store
  if (signal.aborted || !(error instanceof ApiError)) {
    await work.release(items)
    throw error
  }
  if (!blamesText.has(error.code)) {
    await work.release(items)
    return { kind: 'unavailable', reason: error.message }
  }
  // One of the texts is at fault: separate requests show which.
  for (const item of items) await embedAlone(deps, item, signal)
  return { kind: 'done' }
}

async function embedAlone(deps: EmbedDeps, item: ClaimedItem, signal: AbortSignal): Promise<void> {
  const { work } = deps.store
  try {
    await work.endEmbedding(await embedItems(deps, [item], signal), deps.embedder.stored)
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError) || !blamesText.has(error.code)) {
      return await work.release([item])
    }
    await work.fail(item, error.message)
  }
}

/** A vector of length 1, as the store compares them; a zero vector is unchanged. */
export function l2Normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map(value => value / length)
}
