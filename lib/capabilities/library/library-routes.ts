import type { EmbedTexts } from '#lib/capabilities/embed-texts.ts'
import type { Call, Handler } from '#lib/capabilities/call.ts'
import { foldText } from '#lib/capabilities/search-words.ts'
import { PartCall } from '#lib/capabilities/part-call.ts'
import { readTarget } from '#lib/capabilities/scrape-request.ts'
import { defaultCollection } from '#lib/contracts/library-item.ts'
import type {
  libraryAddContract,
  libraryDeleteContract,
  libraryItemContract,
  libraryListContract,
  librarySearchContract,
} from '#lib/contracts/library.ts'
import { ApiError } from '#lib/errors.ts'
import { itemIdOf } from './item-id.ts'
import type { KeepInLibrary } from './keep-in-library.ts'
import type { LibraryEmbedder } from './library-embedder.ts'
import type { QueryVector, SearchLibrary } from './library-hit.ts'
import type { LibraryRefusal } from './library-receipt.ts'
import { ownerOfChange, requireOwnItem } from './library-rights.ts'
import type { LibraryStore } from './library-store.ts'
import { toLibraryItem } from './to-library-item.ts'

export interface LibraryRoutes {
  readonly list: Handler<typeof libraryListContract>
  readonly add: Handler<typeof libraryAddContract>
  readonly item: Handler<typeof libraryItemContract>
  readonly remove: Handler<typeof libraryDeleteContract>
  readonly search: Handler<typeof librarySearchContract>
}

export interface LibraryRouteParts {
  readonly store: LibraryStore
  readonly keep: KeepInLibrary
  readonly find: SearchLibrary
  readonly embed: EmbedTexts
  readonly embedder: LibraryEmbedder
}

const embedMs = 10_000

const refusals: Readonly<Record<LibraryRefusal, string>> = {
  quota: 'The library of the team is full (20,000 items, 2 GiB of text). Delete what is not needed any more.',
  too_large: 'The text is over 16 MiB. Divide it.',
  too_short: 'The text has under 200 characters.',
  status: 'The page answered with an error.',
  failed: 'The text could not be kept.',
}

/** Items of a team: list, add, read, delete, search. */
export function createLibraryRoutes({
  store,
  keep,
  find,
  embed,
  embedder,
}: LibraryRouteParts): LibraryRoutes {
  return {
    async list({ collection, q, state, limit, cursor }, { teamId, userId }) {
      if (cursor && !store.isCursor(cursor)) throw unknownCursor()
      const title = q ? foldText(q) : null
      const filter = { collection: collection ?? null, title, state: state ?? null, limit: limit ?? 50 }
      const { rows, next } = await store.list(teamId, { ...filter, cursor: cursor ?? null }, embedder.stored)
      return { object: 'list', data: rows.map(row => toLibraryItem(row, userId)), next_cursor: next }
    },

    async add({ title, text, pages, url, sha256, collection }, call) {
      const { teamId, userId, keyId } = call
      const address = url ? readAddress(url) : null
      if (!(text ?? pages?.map(({ content }) => content).join(''))?.trim()) throw emptyText()
      if (address !== null || sha256) {
        await requireOwnItem(call, itemIdOf(teamId, { url: address, sha256: sha256 ?? null }), store)
      }
      const kept = await keep(teamId, {
        ownerId: userId,
        keyId,
        kind: address === null || pages || sha256 ? 'document' : 'page',
        title,
        url: address,
        sha256: sha256 ?? null,
        collection: collection ?? defaultCollection,
        texts: pages ?? [{ page: 1, content: text ?? '' }],
      })
      if (!kept.kept) {
        throw new ApiError(kept.reason === 'quota' ? 'storage_full' : 'invalid_value', refusals[kept.reason])
      }
      return toLibraryItem(await itemOf(teamId, kept.id), userId)
    },

    async item({ id }, { teamId, userId }) {
      const item = await itemOf(teamId, id)
      const pages = await store.pages(teamId, id)
      const texts = pages.map(({ content }) => content)
      return {
        ...toLibraryItem(item, userId),
        text: texts.join('\n\n'),
        page_texts: pages.map(page => ({ ...page })),
      }
    },

    async remove({ id }, call) {
      await requireOwnItem(call, id, store)
      const { teamId } = call
      const [removed] = await store.remove(teamId, [id], await ownerOfChange(call, store))
      if (removed === undefined) throw unknownItem(id)
      return { id, object: 'library.item', deleted: true }
    },

    async search({ query, collections, top_k: limit, mode }, call) {
      const vector = mode === 'text' ? null : await embedQuery(query, call)
      const { teamId, userId, signal } = call
      const hits = await find({
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
      }
    },
  }

  async function itemOf(teamId: string, id: string) {
    const [item] = await store.get(teamId, [id], embedder.stored)
    if (item === undefined) throw unknownItem(id)
    return item
  }

  /** Null where the model cannot be asked in time, or this key may not ask it: words find much without it. */
  async function embedQuery(query: string, call: Call): Promise<QueryVector | null> {
    const deadline = AbortSignal.timeout(embedMs)
    const signal = AbortSignal.any([call.signal, deadline])
    const asking = new PartCall(call, signal, (usage, estimated) => call.meter(usage, { estimated }))
    try {
      const { vectors, model } = await embed(
        { model: embedder.model, texts: [query], task: 'retrieval.query' },
        asking,
      )
      const [values] = vectors
      return values === undefined ? null : { values, embedder: model }
    } catch (error) {
      const failed = error instanceof ApiError && error.code !== 'rate_limit_exceeded'
      if (call.signal.aborted || (!failed && !deadline.aborted)) throw error
      return null
    }
  }
}

/** Whoever reads the item later must not be handed somebody's password. */
function readAddress(text: string): string {
  const url = new URL(readTarget(text.trim(), 'url'))
  if (url.username === '' && url.password === '') return url.href
  const message = 'The address must not hold a user name or password.'
  throw new ApiError('url_not_allowed', message, { param: 'url' })
}

function emptyText(): ApiError {
  return new ApiError('invalid_value', 'The text is empty.', { param: 'text' })
}

function unknownItem(id: string): ApiError {
  const message = `The library holds no item \`${id}\`, or it is another team’s.`
  return new ApiError('item_not_found', message, { param: 'id' })
}

function unknownCursor(): ApiError {
  const message = 'This is no `cursor` of a list of the library. Take `next_cursor` of the answer before.'
  return new ApiError('invalid_value', message, { param: 'cursor' })
}
