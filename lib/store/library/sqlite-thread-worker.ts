/** Worker thread for slow SQLite work: searches, and removing words from the index. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { retryWhileBusy } from '#lib/store/core/retry-while-busy.ts'
import type { ThreadAnswer, ThreadJob } from './thread-job.ts'
import { fuseScores, toVectorSide, type VectorSide } from './fuse-scores.ts'
import { type FindVector, type FoundChunk, type LibraryFind, ranksMax, rescoredMax } from './library-find.ts'
import { nearest } from './nearest.ts'
import { toInformative, type WordRank } from './rank-words.ts'

// Writers do not block readers; only log recovery does, briefly.
const busyMs = 2000

const file = String(workerData)
const reader = new Database(file, { readonly: true, timeout: busyMs })

const defaultMemory: VectorMemory = { chunksMax: 100_000, bytesMax: 400 * 1024 * 1024 }

const visible = `library_items i on i.id = c.item_id and i.version = c.version and i.work is not 'remove'`

const floatBytes = 4
const find = createFindInSqlite(reader)
let writer: Database.Database | null = null

parentPort?.on('message', (job: ThreadJob & { readonly id: number }) => {
  void answer(job.id, job).then(message => parentPort?.postMessage(message))
})

async function answer(id: number, job: ThreadJob): Promise<ThreadAnswer> {
  try {
    return { id, ok: true, found: await run(job) }
  } catch (error) {
    return { id, ok: false, error: error instanceof Error ? error.message : String(error) }
  }
}

async function run(job: ThreadJob) {
  switch (job.kind) {
    case 'find':
      return find(job.find)
    case 'removeChunks':
      await removeChunks(job.itemId, job.before)
      return []
  }
}

/** One by one: each takes 20 ms of write lock, and searches can run in between. */
async function removeChunks(itemId: string, before: number): Promise<void> {
  const connection = (writer ??= openWriter())
  const next = connection
    .prepare<[string, number], number>(
      'select id from library_chunks where item_id = ? and version < ? limit 1',
    )
    .pluck()
  const remove = connection.prepare<[number]>('delete from library_chunks where id = ?')
  for (let id = next.get(itemId, before); id !== undefined; id = next.get(itemId, before)) {
    const chunkId = id
    await retryWhileBusy(async () => remove.run(chunkId))
    await nextTurn()
  }
}

function openWriter(): Database.Database {
  const connection = new Database(file, { timeout: busyMs })
  connection.pragma('synchronous = NORMAL')
  connection.pragma('secure_delete = ON')
  return connection
}

interface VectorMemory {
  /** A team with more chunks than this is searched by keyword first. */
  readonly chunksMax: number
  /** Memory limit for vectors of all teams. */
  readonly bytesMax: number
}

interface Filter {
  readonly sql: string
  readonly values: readonly string[]
}

interface ContentRow {
  readonly id: number
  readonly itemId: string
  readonly content: string
  readonly fromPage: number
}

/** Finds chunks over its own connection; each call blocks the thread until it is done. */
function createFindInSqlite(
  connection: Database.Database,
  memory: VectorMemory = defaultMemory,
): (find: LibraryFind) => readonly FoundChunk[] {
  const teamVectors = createTeamVectors(connection, memory)
  const informativeTerms = createInformativeTerms(connection)

  return find => {
    const filter = toFilter(find)
    const { vector, limit } = find
    const vectors = vector === null ? null : teamVectors(find.teamId, vector.embedder, vector.values.length)
    const byWords = findWords(find, filter, vector !== null && vectors === null ? rescoredMax : ranksMax)
    const side =
      vector === null
        ? null
        : vectors === null
          ? rescore(byWords, vector)
          : scan(find.teamId, byWords, vectors, vector, filter)
    const fused = fuseScores(byWords.slice(0, ranksMax), side)
    return readContents(find.teamId, fused, limit)
  }

  function findWords({ words, teamId }: LibraryFind, filter: Filter, count: number): WordRank[] {
    if (words.length === 0) return []
    // Quoted, a word is literal, whatever its characters.
    const match = informativeTerms(words)
      .map(word => `"${word.replaceAll('"', '""')}"`)
      .join(' OR ')
    return connection
      .prepare<unknown[], WordRank>(
        `select c.id, -library_words.rank as score from library_words cross join library_chunks c on c.id = library_words.rowid
          cross join ${visible}
          where library_words match ? and c.team_id = ?${filter.sql}
          order by library_words.rank limit ?`,
      )
      .all(match, teamId, ...filter.values, count)
  }

  function scan(
    teamId: string,
    byWords: readonly WordRank[],
    { chunkIds, data }: TeamVectors,
    { values, share }: FindVector,
    filter: Filter,
  ): VectorSide {
    const ids = filter.sql === '' ? null : allowedIds(teamId, filter)
    const allowed = ids === null ? undefined : (at: number) => ids.has(chunkIds[at] ?? 0)
    const near = nearest(data, values, ranksMax, allowed).map(({ at }) => chunkIds[at] ?? 0)
    const wanted = new Set([...byWords.map(({ id }) => id), ...near])
    const vectors = new Map<number, Float32Array>()
    for (const [at, id] of chunkIds.entries()) {
      if (wanted.has(id)) vectors.set(id, data.subarray(at * values.length, (at + 1) * values.length))
    }
    return { query: values, share, near, vectorOf: id => vectors.get(id) ?? null }
  }

  function rescore(byWords: readonly WordRank[], vector: FindVector): VectorSide {
    const { values, embedder } = vector
    const ids = JSON.stringify(byWords.map(({ id }) => id))
    const rows = connection
      .prepare<unknown[], { chunkId: number; vector: Buffer }>(
        `select chunk_id as chunkId, vector from library_vectors
          where embedder = ? and length(vector) = ? and chunk_id in (select value from json_each(?))`,
      )
      .all(embedder, values.byteLength, ids)
    return toVectorSide(rows, vector)
  }

  function allowedIds(teamId: string, filter: Filter): Set<number> {
    const rows = connection
      .prepare<unknown[], number>(
        `select c.id from library_items i join library_chunks c on c.item_id = i.id and c.version = i.version
          where i.team_id = ? and i.work is not 'remove'${filter.sql}`,
      )
      .pluck()
      .all(teamId, ...filter.values)
    return new Set(rows)
  }

  function readContents(
    teamId: string,
    ranked: readonly { readonly id: number; readonly score: number }[],
    limit: number,
  ): FoundChunk[] {
    // A cached vector may belong to a deleted chunk: look up twice as many as needed.
    const wanted = ranked.slice(0, limit * 2)
    const rows = connection
      .prepare<unknown[], ContentRow>(
        `select c.id, c.item_id as itemId, c.content, c.from_page as fromPage from library_chunks c
          join ${visible} where c.team_id = ? and c.id in (select value from json_each(?))`,
      )
      .all(teamId, JSON.stringify(wanted.map(({ id }) => id)))
    const byId = new Map(rows.map(({ id, ...row }) => [id, row]))
    return wanted
      .flatMap(({ id, score }) => {
        const row = byId.get(id)
        return row === undefined ? [] : [{ ...row, score }]
      })
      .slice(0, limit)
  }
}

function toFilter({ collections, hosts }: LibraryFind): Filter {
  const parts: string[] = []
  const values: string[] = []
  if (collections !== null) {
    parts.push(' and i.collection in (select value from json_each(?))')
    values.push(JSON.stringify(collections))
  }
  if (hosts !== null) {
    parts.push(
      ` and exists (select 1 from json_each(?) where i.host = value or substr(i.host, -length(value) - 1) = '.' || value)`,
    )
    values.push(JSON.stringify(hosts))
  }
  return { sql: parts.join(''), values }
}

/** Words that are common in the index are dropped. */
function createInformativeTerms(
  connection: Database.Database,
): (words: readonly string[]) => readonly string[] {
  connection.exec(`create virtual table temp.library_vocabulary using fts5vocab (main, library_words, 'row')`)
  const frequency = connection
    .prepare<[string], number>('select doc from temp.library_vocabulary where term = ?')
    .pluck()
  const last = connection.prepare<[], number | null>('select max(id) from library_chunks').pluck()

  return words => {
    const counted = words.map(word => ({ word, count: frequency.get(word) ?? 0 }))
    return toInformative(counted, last.get() ?? 0).map(({ word }) => word)
  }
}

/** Cached vectors of one team and model. */
interface TeamVectors {
  /** Chunk ids, in the order of `data`. */
  readonly chunkIds: readonly number[]
  /** Concatenated. */
  readonly data: Float32Array
}

interface Cached {
  readonly chunkIds: number[]
  /** With spare capacity at its end. */
  buffer: Float32Array<ArrayBuffer>
  lastId: number
}

interface VectorRow {
  readonly id: number
  readonly chunk_id: number
  readonly vector: Buffer
}

/**
 * Caches the requested vectors, least recently used first out, and reads only new ones.
 * @param chunksMax per team; above it: null, and its vectors are not cached
 * @param bytesMax of all teams together
 */
function createTeamVectors(
  connection: Database.Database,
  { chunksMax, bytesMax }: { readonly chunksMax: number; readonly bytesMax: number },
): (teamId: string, embedder: string, size: number) => TeamVectors | null {
  const cached = new Map<string, Cached>()
  const count = connection.prepare<[string, string], { count: number; last: number | null }>(
    'select count(*) as count, max(id) as last from library_vectors where team_id = ? and embedder = ?',
  )
  const later = connection.prepare<[string, string, number], VectorRow>(
    'select id, chunk_id, vector from library_vectors where team_id = ? and embedder = ? and id > ? order by id',
  )

  return (teamId, embedder, size) => {
    const key = `${teamId} ${embedder}`
    const there = count.get(teamId, embedder)
    const known = cached.get(key)
    cached.delete(key)
    if (there === undefined || there.count > chunksMax) return null
    // Fewer rows than cached means deletions: reload the rest.
    const usable = known !== undefined && known.chunkIds.length <= there.count
    const current = usable ? known : empty()
    if (there.last !== null && there.last > current.lastId) {
      append(current, later.iterate(teamId, embedder, current.lastId), size)
    }
    cached.set(key, current)
    forgetOldest()
    return { chunkIds: current.chunkIds, data: current.buffer.subarray(0, current.chunkIds.length * size) }
  }

  function forgetOldest(): void {
    let bytes = [...cached.values()].reduce((sum, { buffer }) => sum + buffer.byteLength, 0)
    for (const [key, { buffer }] of cached) {
      if (bytes <= bytesMax || cached.size === 1) return
      cached.delete(key)
      bytes -= buffer.byteLength
    }
  }
}

function empty(): Cached {
  return { chunkIds: [], buffer: new Float32Array(0), lastId: 0 }
}

/** A vector of another size does not belong to this model: skip it. */
function append(cached: Cached, rows: Iterable<VectorRow>, size: number): void {
  for (const { id, chunk_id: chunkId, vector } of rows) {
    cached.lastId = id
    if (vector.byteLength !== size * floatBytes) continue
    const used = cached.chunkIds.length * size
    if (used + size > cached.buffer.length) cached.buffer = enlarge(cached.buffer, used + size)
    new Uint8Array(cached.buffer.buffer, used * floatBytes, size * floatBytes).set(vector)
    cached.chunkIds.push(chunkId)
  }
}

function enlarge(buffer: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(Math.max(64 * 1024, Math.ceil(length * 1.5)))
  larger.set(buffer)
  return larger
}
