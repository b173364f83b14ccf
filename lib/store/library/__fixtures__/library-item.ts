import type { NewLibraryItem } from '#lib/store/library/save-item.ts'
import type { LibraryStore, NewChunk } from '#lib/store/library/library.ts'



export const embedder = 'test@1'

/** `lib_` and 24 digits. */
export function itemId(number: number): string {
  return `lib_${String(number).padStart(24, '0')}`
}

export function newItem(teamId: string, number: number, about: Partial<NewLibraryItem> = {}): NewLibraryItem {
  const title = about.title ?? `Item ${number}`
  return {
    id: itemId(number),
    teamId,
    ownerId: null,
    keyId: null,
    kind: 'page',
    title,
    foldedTitle: title.toLowerCase(),
    url: null,
    host: null,
    sha256: null,
    collection: 'default',
    texts: [{ page: 1, content: `Text of item ${number}.` }],
    ...about,
  }
}

export function chunk(index: number, content: string, about: Partial<NewChunk> = {}): NewChunk {
  const words = (content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
  return { place: index, fromPage: 1, headings: [], content, words, ...about }
}

/** A unit vector in the direction of two numbers. */
export function towards(x: number, y: number): Float32Array {
  const length = Math.hypot(x, y)
  return Float32Array.of(x / length, y / length)
}

/** Saves an item and makes it searchable; `vectors` belong to its chunks. */
export async function index(
  library: LibraryStore,
  item: NewLibraryItem,
  chunks: readonly NewChunk[],
  vectors: readonly Float32Array[] = [],
): Promise<void> {
  await library.save(item)
  const [claimed] = await library.work.claim('cut', 1)
  if (claimed === undefined) throw new Error('nothing to cut')
  await library.work.addChunks(claimed, chunks)
  await library.work.endCut(claimed, chunks.length)
  if (vectors.length === 0) return
  const items = await library.work.claim('embed', 1)
  const waiting = await library.work.waiting(items, embedder, 1000)
  await library.work.addVectors(
    waiting.map(({ id, teamId }, at) => ({ teamId, chunkId: id, vector: vectors[at] ?? towards(1, 0) })),
    embedder,
  )
  await library.work.endEmbedding(items, embedder)
}
