import type Database from 'better-sqlite3'
import { fuseRanks } from './fuse-ranks.ts'
import { type FindVector, type FoundChunk, type LibraryFind, ranksMax, rescoredMax } from './library-find.ts'
import { nearest } from './nearest.ts'
import { createTeamVectors, type TeamVectors } from './team-vectors.ts'
import { createTellingWords } from './telling-words.ts'

export interface VectorRoom {
  /** A team with more chunks than this is searched by words first. */
  readonly chunksMax: number
  /** Of all teams' vectors in memory. */
  readonly bytesMax: number
}

const usualRoom: VectorRoom = { chunksMax: 100_000, bytesMax: 400 * 1024 * 1024 }

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

const visible = `library_items i on i.id = c.item_id and i.version = c.version and i.work is not 'remove'`

/** Finds chunks over a connection of its own; each call takes the thread until it is done. */
export function createFindInSqlite(
  connection: Database.Database,
  room: VectorRoom = usualRoom,
): (find: LibraryFind) => readonly FoundChunk[] {
  const teamVectors = createTeamVectors(connection, room)
  const tellingWords = createTellingWords(connection)

  return find => {
    const filter = toFilter(find)
    const { vector, limit } = find
    const vectors = vector === null ? null : teamVectors(find.teamId, vector.embedder, vector.values.length)
    const byWords = findWords(find, filter, vector !== null && vectors === null ? rescoredMax : ranksMax)
    const lists = [byWords.slice(0, ranksMax)]
    if (vector !== null) {
      lists.push(
        vectors === null ? rescore(byWords, vector) : scan(find.teamId, vectors, vector.values, filter),
      )
    }
    const fused = fuseRanks(lists.filter(list => list.length > 0 || lists.length === 1))
    return readContents(find.teamId, fused, limit)
  }

  function findWords({ words, teamId }: LibraryFind, filter: Filter, count: number): number[] {
    if (words.length === 0) return []
    // In quotes a word is a word, whatever it is made of.
    const match = tellingWords(words)
      .map(word => `"${word.replaceAll('"', '""')}"`)
      .join(' OR ')
    const rows = connection
      .prepare<unknown[], { id: number }>(
        `select c.id from library_words cross join library_chunks c on c.id = library_words.rowid
          cross join ${visible}
          where library_words match ? and c.team_id = ?${filter.sql}
          order by library_words.rank limit ?`,
      )
      .all(match, teamId, ...filter.values, count)
    return rows.map(({ id }) => id)
  }

  function scan(
    teamId: string,
    { chunkIds, data }: TeamVectors,
    values: Float32Array,
    filter: Filter,
  ): number[] {
    const ids = filter.sql === '' ? null : allowedIds(teamId, filter)
    const allowed = ids === null ? undefined : (at: number) => ids.has(chunkIds[at] ?? 0)
    return nearest(data, values, ranksMax, allowed).map(({ at }) => chunkIds[at] ?? 0)
  }

  function rescore(ids: readonly number[], { values, embedder }: FindVector): number[] {
    const rows = connection
      .prepare<unknown[], { chunkId: number; vector: Buffer }>(
        `select chunk_id as chunkId, vector from library_vectors
          where embedder = ? and length(vector) = ? and chunk_id in (select value from json_each(?))`,
      )
      .all(embedder, values.byteLength, JSON.stringify(ids))
    const data = new Float32Array(rows.length * values.length)
    const bytes = new Uint8Array(data.buffer)
    for (const [at, { vector }] of rows.entries()) bytes.set(vector, at * values.byteLength)
    return nearest(data, values, ranksMax).map(({ at }) => rows[at]?.chunkId ?? 0)
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
    // A vector in memory may be of a chunk that is gone: twice as many are looked up as are wanted.
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
