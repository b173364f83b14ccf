import type { z } from 'zod'
import { createEmbedTexts, type EmbedTexts } from '#lib/capabilities/embeddings/embed-texts.ts'
import type { EmbedOptions } from '#lib/capabilities/embeddings/embed.ts'
import { createTokenCounting, type TokenCountingOptions } from '#lib/capabilities/tokens/token-counting.ts'
import { createIndexer, type Indexer, l2Normalize } from './create-indexer.ts'
import { createCutThread } from './cut-thread.ts'
import type { BeginIndexRequest } from './index-request.ts'
import {
  createSaveToLibrary,
  type Quota,
  defaultQuota,
  type SaveToLibrary,
  itemIdOf,
} from './save-to-library.ts'
import { createAutoSaveSetting, type AutoSaveSetting } from './auto-save-setting.ts'
import { toEmbedder, type LibraryEmbedder } from './library-embedder.ts'
import type { SearchLibrary, QueryVector } from './library-hit.ts'
import type { LibraryWriter } from './library-writer.ts'
import type { LibraryStore, StoredItem } from './library-store.ts'
import { ApiError } from '#lib/errors.ts'
import { untilAborted } from '#lib/until-aborted.ts'
import { toQueryWords } from './library-words.ts'
import type { Handler } from '#lib/capabilities/handler.ts'
import {
  libraryBytesMax,
  libraryItemsMax,
  defaultCollection,
  type LibraryItem,
} from '#lib/contracts/api/library-item.ts'
import type {
  libraryBatchContract,
  LibraryStatus,
  librarySettingsContract,
  libraryStatusContract,
} from '#lib/contracts/api/library-manage.ts'
import { foldText } from '#lib/capabilities/search-words.ts'
import { type Caller, deriveContext, type RequestContext } from '#lib/capabilities/request-context.ts'
import { readTarget } from '#lib/capabilities/web/scrape-request.ts'
import type {
  libraryAddContract,
  libraryDeleteContract,
  libraryItemContract,
  libraryListContract,
  librarySearchContract,
} from '#lib/contracts/api/library.ts'
import type { LibraryRefusal } from './library-receipt.ts'

export interface Library extends LibraryWriter {
  readonly search: SearchLibrary
  isEmpty(teamId: string): Promise<boolean>
  readonly routes: LibraryRoutes & LibraryManageRoutes
  /** Starts indexing pending items. @param begin starts the request of a batch */
  start(begin: BeginIndexRequest): void
  /** Team settings may have changed. */
  forgetSettings(): void
  close(): Promise<void>
}

export interface LibraryOptions {
  readonly store: LibraryStore
  readonly deps: EmbedOptions
  /** The current embedding model: its public id and revision. */
  readonly embedder: { readonly model: string; readonly revision: string }
  /** Its token counting. */
  readonly counting: TokenCountingOptions
  readonly onFault: (error: unknown) => void
  readonly quota?: Quota
}

/** Creates the libraries of teams. */
export function createLibrary(options: LibraryOptions): Library {
  const { store, counting, onFault, quota = defaultQuota } = options
  const embed = createEmbedTexts(options.deps)
  const embedder = toEmbedder(options.embedder.model, options.embedder.revision)
  const thread = createCutThread(createTokenCounting(counting))
  const indexer = createIndexer({ store, embed, embedder, onFault, thread })
  const save = createSaveToLibrary(store, indexer.wake, quota)
  const search = createSearchLibrary(store, embedder)
  const autoSave = createAutoSaveSetting(store)
  return {
    save,
    savesEverything: autoSave.read,
    onFault,
    search,
    isEmpty: async teamId => (await store.measure(teamId)).items === 0,
    routes: {
      ...createLibraryRoutes({ store, save, find: search, embed, embedder, indexer }),
      ...createLibraryManageRoutes({ store, indexer, embedder, autoSave }),
    },
    start: indexer.start,
    forgetSettings: autoSave.forget,
    close: indexer.close,
  }
}

export function createSearchLibrary(store: LibraryStore, embedder: LibraryEmbedder): SearchLibrary {
  return async ({ teamId, userId, query, collections, vector, hosts, limit, signal }) => {
    signal.throwIfAborted()
    const words = toQueryWords(query)
    // The index has no vectors of other models.
    const comparable = vector !== null && vector.embedder === embedder.model ? vector : null
    const { found, index } = await orUnavailable(async () => {
      const index = await store.indexed(teamId, embedder.stored)
      const share = index.chunks === 0 ? 1 : index.embedded / index.chunks
      const values = comparable === null ? null : l2Normalize(comparable.values)
      const found = await store.find({
        teamId,
        words,
        collections,
        hosts: hosts ?? null,
        vector: values === null ? null : { values, embedder: embedder.stored, share },
        limit,
      })
      return { found, index }
    })
    signal.throwIfAborted()
    const ids = [...new Set(found.map(({ itemId }) => itemId))]
    const rows = await store.get(teamId, ids, embedder.stored)
    const items = new Map(rows.map(row => [row.id, toLibraryItem(row, userId)]))
    const hits = found.flatMap(({ itemId, content, fromPage, score }) => {
      const item = items.get(itemId)
      return item === undefined ? [] : [{ item, content, fromPage, score }]
    })
    return { hits, index }
  }
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const message = 'Library search is temporarily unavailable. Try again in a moment.'
    throw new ApiError('store_unavailable', message, { cause })
  }
}

interface LibraryManageRoutes {
  readonly status: Handler<typeof libraryStatusContract>
  readonly settings: Handler<typeof librarySettingsContract>
  readonly batch: Handler<typeof libraryBatchContract>
}

/** Operations of a library besides its items. */
function createLibraryManageRoutes({
  store,
  indexer,
  embedder,
  autoSave,
}: {
  readonly store: LibraryStore
  readonly indexer: Indexer
  readonly embedder: LibraryEmbedder
  readonly autoSave: AutoSaveSetting
}): LibraryManageRoutes {
  return {
    status: (_, { caller }) => statusOf(caller.teamId),

    async settings({ keep_everything: keeps }, context) {
      await requireManager(context.caller, store)
      const { teamId, keyId } = context.caller
      await autoSave.set(teamId, keeps, keyId)
      return await statusOf(teamId)
    },

    async batch(input, context) {
      return { object: 'library.batch', ids: [...(await change(context.caller.teamId))] }

      async function change(team: string): Promise<readonly string[]> {
        switch (input.action) {
          case 'delete':
            return await store.remove(team, input.ids, await ownerOfChange(context.caller, store))
          case 'move':
            return await store.move(
              team,
              input.ids,
              input.collection,
              await ownerOfChange(context.caller, store),
            )
          case 'retry': {
            const ids = await store.work.retry(team, input.ids)
            indexer.wake()
            return ids
          }
        }
      }
    },
  }

  async function statusOf(teamId: string): Promise<LibraryStatus> {
    const sum = await store.sum(teamId, embedder.stored)
    const { waitsFor } = indexer
    const state = sum.queued === 0 ? 'ready' : waitsFor === null ? 'indexing' : 'waiting'
    return {
      object: 'library.status',
      collections: [...sum.collections],
      quota: {
        items: sum.items,
        items_max: libraryItemsMax,
        bytes: sum.sizeBytes,
        bytes_max: libraryBytesMax,
      },
      index: {
        model: embedder.model,
        revision: embedder.revision,
        chunks: sum.chunks,
        embedded: sum.embedded,
        queued: sum.queued,
        failed: sum.failed,
        state,
        ...(state === 'waiting' && waitsFor !== null && { reason: waitsFor }),
      },
      keep_everything: await autoSave.read(teamId),
    }
  }
}

interface LibraryRoutes {
  readonly list: Handler<typeof libraryListContract>
  readonly add: Handler<typeof libraryAddContract>
  /** Adds a text once: the same text and title of the same owner in the same collection is one item. */
  readonly addOnce: Handler<typeof libraryAddContract>
  readonly item: Handler<typeof libraryItemContract>
  readonly remove: Handler<typeof libraryDeleteContract>
  readonly search: Handler<typeof librarySearchContract>
}

interface LibraryRouteDeps {
  readonly store: LibraryStore
  readonly save: SaveToLibrary
  readonly find: SearchLibrary
  readonly embed: EmbedTexts
  readonly embedder: LibraryEmbedder
  readonly indexer: Pick<Indexer, 'untilFound'>
}

const embedMs = 10_000
// A text of many megabytes takes longer, and is found later.
const foundMs = 3000

const refusals: Readonly<Record<LibraryRefusal, string>> = {
  quota: 'The team’s library is full (20,000 items or 2 GiB of text). Delete items you no longer need.',
  too_large: 'The text is over 16 MiB. Split it.',
  too_short: 'The text is shorter than 200 characters.',
  status: 'The page returned an error.',
  failed: 'The text could not be saved.',
}

/** Items of a team: list, add, read, delete, search. */
function createLibraryRoutes(deps: LibraryRouteDeps): LibraryRoutes {
  const { store, save, find, embed, embedder, indexer } = deps
  return {
    async list({ collection, q, state, limit, cursor }, { caller: { teamId, userId } }) {
      if (cursor && !store.isCursor(cursor)) throw unknownCursor()
      const title = q ? foldText(q) : null
      const filter = { collection: collection ?? null, title, state: state ?? null, limit: limit ?? 50 }
      const { rows, next } = await store.list(teamId, { ...filter, cursor: cursor ?? null }, embedder.stored)
      return { object: 'list', data: rows.map(row => toLibraryItem(row, userId)), next_cursor: next }
    },

    add,

    async addOnce(input, context) {
      const { teamId, userId } = context.caller
      const { title, text, collection } = input
      const noteKey = JSON.stringify([userId, collection ?? defaultCollection, title, text ?? null])
      const id = itemIdOf(teamId, { url: null, sha256: null, noteKey })
      const [known] = await store.get(teamId, [id], embedder.stored)
      if (known !== undefined && known.state !== 'failed') return toLibraryItem(known, userId)
      return await add(input, context, noteKey)
    },

    async item({ id }, { caller: { teamId, userId }, signal }) {
      const item = await untilAborted(itemOf(teamId, id), signal)
      const pages = await untilAborted(store.pages(teamId, id), signal)
      const texts = pages.map(({ content }) => content)
      return {
        ...toLibraryItem(item, userId),
        text: texts.join('\n\n'),
        page_texts: pages.map(page => ({ ...page })),
      }
    },

    async remove({ id }, context) {
      await requireOwnItem(context.caller, id, store)
      const { teamId } = context.caller
      const [removed] = await store.remove(teamId, [id], await ownerOfChange(context.caller, store))
      if (removed === undefined) throw unknownItem(id)
      return { id, object: 'library.item', deleted: true }
    },

    async search({ query, collections, top_k: limit, mode }, context) {
      const vector = mode === 'text' ? null : await embedQuery(query, context)
      const { teamId, userId } = context.caller
      const { signal } = context
      const { hits, index } = await find({
        teamId,
        userId,
        query,
        collections: collections ?? null,
        vector,
        limit: limit ?? 10,
        signal,
      })
      return {
        object: 'list',
        data: hits.map(({ item, content, fromPage, score }) => ({
          item,
          content,
          from_page: fromPage,
          score,
        })),
        searched: vector === null ? 'text' : 'hybrid',
        index,
      }
    },
  }

  async function add(
    { title, text, pages, url, sha256, collection }: z.output<typeof libraryAddContract.input>,
    context: RequestContext,
    noteKey?: string,
  ): Promise<LibraryItem> {
    const { teamId, userId, keyId } = context.caller
    const address = url ? readAddress(url) : null
    if (!(text ?? pages?.map(({ content }) => content).join(''))?.trim()) throw emptyText()
    if (address !== null || sha256) {
      await requireOwnItem(context.caller, itemIdOf(teamId, { url: address, sha256: sha256 ?? null }), store)
    }
    const kept = await save(teamId, {
      ownerId: userId,
      keyId,
      kind: address === null || pages || sha256 ? 'document' : 'page',
      title,
      url: address,
      sha256: sha256 ?? null,
      ...(noteKey !== undefined && { noteKey }),
      collection: collection ?? defaultCollection,
      texts: pages ?? [{ page: 1, content: text ?? '' }],
    })
    if (!kept.kept) {
      throw new ApiError(kept.reason === 'quota' ? 'storage_full' : 'invalid_value', refusals[kept.reason])
    }
    const item = toLibraryItem(await itemOf(teamId, kept.id), userId)
    await indexer.untilFound(foundMs, context.signal)
    return item
  }

  async function itemOf(teamId: string, id: string) {
    const [item] = await store.get(teamId, [id], embedder.stored)
    if (item === undefined) throw unknownItem(id)
    return item
  }

  /** Null where the model is unavailable or not allowed for this key: keyword search still works. */
  async function embedQuery(query: string, context: RequestContext): Promise<QueryVector | null> {
    const deadline = AbortSignal.timeout(embedMs)
    const signal = AbortSignal.any([context.signal, deadline])
    const asking = deriveContext(context, signal)
    try {
      const { vectors, model } = await embed(
        { model: embedder.model, texts: [query], task: 'retrieval.query' },
        asking,
      )
      const [values] = vectors
      return values === undefined ? null : { values, embedder: model }
    } catch (error) {
      const failed = error instanceof ApiError && error.code !== 'rate_limit_exceeded'
      if (context.signal.aborted || (!failed && !deadline.aborted)) throw error
      return null
    }
  }
}

/** Later readers of the item must not see a password. */
function readAddress(text: string): string {
  const url = new URL(readTarget(text.trim(), 'url'))
  if (url.username === '' && url.password === '') return url.href
  const message = 'The URL must not contain a user name or password.'
  throw new ApiError('url_not_allowed', message, { param: 'url' })
}

function emptyText(): ApiError {
  return new ApiError('invalid_value', 'The text is empty.', { param: 'text' })
}

function unknownItem(id: string): ApiError {
  const message = `There is no item \`${id}\` in the team's library.`
  return new ApiError('item_not_found', message, { param: 'id' })
}

function unknownCursor(): ApiError {
  const message = 'Invalid `cursor`. Use `next_cursor` from the previous response.'
  return new ApiError('invalid_value', message, { param: 'cursor' })
}

type Requester = Pick<Caller, 'teamId' | 'userId'>

/**
 * Items that this key may delete and move: the member's own for a member's key, all for an admin's or the
 * operator's.
 * @returns a user id; null: all
 */
async function ownerOfChange({ teamId, userId }: Requester, store: LibraryStore): Promise<string | null> {
  return (await store.manages(teamId, userId)) ? null : userId
}

/** @throws ApiError `role_not_allowed` where the item belongs to someone else */
async function requireOwnItem(requester: Requester, id: string, store: LibraryStore): Promise<void> {
  const ownerId = await ownerOfChange(requester, store)
  if (ownerId === null) return
  const [item] = await store.get(requester.teamId, [id], '')
  if (item !== undefined && item.ownerId !== ownerId) throw notYours()
}

/** @throws ApiError `role_not_allowed` */
async function requireManager({ teamId, userId }: Requester, store: LibraryStore): Promise<void> {
  if (await store.manages(teamId, userId)) return
  throw new ApiError('role_not_allowed', 'Only team admins can change the library settings.')
}

function notYours(): ApiError {
  const message = 'This item was added by someone else. Ask them or a team admin to change it.'
  return new ApiError('role_not_allowed', message, { param: 'id' })
}

/** @param userId the requester, for `yours` */
function toLibraryItem(
  { url, sha256, reason, createdAt, ownerId, ...row }: StoredItem,
  userId: string | null,
): LibraryItem {
  return {
    id: row.id,
    object: 'library.item',
    kind: row.kind,
    title: row.title,
    ...(url !== null && { url }),
    ...(sha256 !== null && { sha256 }),
    collection: row.collection,
    chars: row.chars,
    chunks: row.chunks,
    pages: row.pages,
    state: row.state,
    embedded: row.embedded,
    ...(reason !== null && { reason }),
    yours: ownerId === userId,
    created: Math.floor(createdAt / 1000),
  }
}
