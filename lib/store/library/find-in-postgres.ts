import { type RawBuilder, sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'
import { fuseScores, toVectorSide, type VectorSide } from './fuse-scores.ts'
import { type FindChunks, type FindVector, type LibraryFind, ranksMax, rescoredMax } from './library-find.ts'
import {
  commonAbove,
  type CountedWord,
  rankWords,
  toInformative,
  toWordWeight,
  type WordRank,
} from './rank-words.ts'
import { toVectorBytes } from './vector-bytes.ts'
import { toVectorText } from './vector-text.ts'

/** Candidates by `ts_rank` beyond the wanted ones, because BM25 orders them otherwise. */
const moreCandidates = 200
const rareWords = 3

/**
 * Finds chunks in PostgreSQL with full-text search and vectors; without pgvector, vectors only rank the best
 * full-text matches.
 */
export function createFindInPostgres(database: Kysely<Schema>, hasPgvector: boolean): FindChunks {
  return async find => {
    const { vector, limit } = find
    const byWords = await findWords(find, vector === null || hasPgvector ? ranksMax : rescoredMax)
    const side = vector === null ? null : await readSide(find, byWords, vector)
    const fused = fuseScores(byWords.slice(0, ranksMax), side).slice(0, limit)
    return await readContents(find.teamId, fused)
  }

  async function findWords(find: LibraryFind, count: number): Promise<WordRank[]> {
    if (find.words.length === 0) return []
    const chunks = await countChunks()
    const words = toInformative(await countWords(find.words, commonAbove(chunks) + 1), chunks)
    const weights = new Map(words.map(({ word, count: holders }) => [word, toWordWeight(holders, chunks)]))
    return rankWords(await readCandidates(find, words, count), weights).slice(0, count)
  }

  async function countChunks(): Promise<number> {
    const row = await database
      .selectFrom('libraryChunks')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirst()
    return Number(row?.last ?? 0)
  }

  /** The chunks of each word, counted up to a number, above which it is common anyway. */
  async function countWords(words: readonly string[], countMax: number): Promise<CountedWord[]> {
    const { rows } = await sql<{ word: string; count: number }>`
      select w.word, (select count(*)::int from (
        select 1 from library_chunks c where c.lexemes @@ to_tsquery('simple', w.query) limit ${countMax}
      ) holders) as count
      from unnest(${[...words]}::text[], ${words.map(quote)}::text[]) as w (word, query)`.execute(database)
    return rows
  }

  /** The best by `ts_rank`, which weighs all words alike, and the best with each of the rarest words. */
  async function readCandidates(find: LibraryFind, words: readonly CountedWord[], count: number) {
    const quoted = words.map(({ word }) => quote(word))
    const queries = [
      selectBest(find, quoted.join(' | '), count + moreCandidates),
      ...quoted.slice(0, rareWords).map(word => selectBest(find, word, count)),
    ]
    const { rows } = await sql<{ id: number; words: string }>`
      select c.id, c.words from library_chunks c
      where c.id in (${sql.join(queries, sql` union `)})`.execute(database)
    return rows
  }

  async function readSide(
    find: LibraryFind,
    byWords: readonly WordRank[],
    vector: FindVector,
  ): Promise<VectorSide> {
    const near = hasPgvector ? await findNearest(find, vector) : undefined
    const ids = new Set([...byWords.map(({ id }) => id), ...(near ?? [])])
    return toVectorSide(await readVectors([...ids], vector.embedder), vector, near)
  }

  async function findNearest(find: LibraryFind, { values, embedder }: FindVector): Promise<number[]> {
    const vector = toVectorText(toVectorBytes(values))
    const { rows } = await sql<{ id: number }>`
      select c.id from library_vectors v
      join library_chunks c on c.id = v.chunk_id
      join library_items i on i.id = c.item_id and i.version = c.version and i.work is distinct from 'remove'
      where v.team_id = ${find.teamId} and v.embedder = ${embedder}
        and vector_dims(v.embedding) = ${values.length}${toFilter(find)}
      order by v.embedding <=> ${vector}::vector limit ${ranksMax}`.execute(database)
    return rows.map(({ id }) => id)
  }

  async function readVectors(ids: readonly number[], embedder: string) {
    if (ids.length === 0) return []
    return await database
      .selectFrom('libraryVectors')
      .select(['chunkId', 'vector'])
      .where('embedder', '=', embedder)
      .where('chunkId', 'in', [...ids])
      .execute()
  }

  async function readContents(
    teamId: string,
    ranked: readonly { readonly id: number; readonly score: number }[],
  ) {
    if (ranked.length === 0) return []
    const rows = await database
      .selectFrom('libraryChunks')
      .select(['id', 'itemId', 'content', 'fromPage'])
      .where('teamId', '=', teamId)
      .where(
        'id',
        'in',
        ranked.map(({ id }) => id),
      )
      .execute()
    const byId = new Map(rows.map(({ id, ...row }) => [id, row]))
    return ranked.flatMap(({ id, score }) => {
      const row = byId.get(id)
      return row === undefined ? [] : [{ ...row, score }]
    })
  }
}

function selectBest(find: LibraryFind, query: string, limit: number): RawBuilder<unknown> {
  return sql`(select c.id from library_chunks c
    join library_items i on i.id = c.item_id and i.version = c.version and i.work is distinct from 'remove',
    to_tsquery('simple', ${query}) query
    where c.team_id = ${find.teamId} and c.lexemes @@ query${toFilter(find)}
    order by ts_rank(c.lexemes, query, 1) desc, c.id limit ${limit})`
}

/** Quoted, a word is literal, whatever its characters. */
function quote(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

function toFilter({ collections, hosts }: LibraryFind): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (collections !== null) parts.push(sql` and i.collection = any(${[...collections]}::text[])`)
  if (hosts !== null) {
    parts.push(
      sql` and exists (select 1 from unnest(${[...hosts]}::text[]) host where i.host = host or right(i.host, length(host) + 1) = '.' || host)`,
    )
  }
  return parts.length === 0 ? sql`` : sql.join(parts, sql``)
}
