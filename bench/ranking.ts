import { libraryItemSchema } from '#lib/contracts/api/library-item.ts'
import { librarySearchContract } from '#lib/contracts/api/library.ts'
import { modelListSchema } from '#lib/contracts/api/models.ts'
import { rerankSchema } from '#lib/contracts/api/rerank.ts'
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts'
import type { BenchmarkOptions } from './benchmark-options.ts'
import { ask, untilIndexed } from './library-server.ts'
import { type RankingSet, readRankingSet, toNdcg } from './ranking-set.ts'
import { toRow, type Row } from './row.ts'
import { createStemmedBm25 } from './stemmed-bm25.ts'
import { temporaryFolder } from './temporary-folder.ts'

const hitsMax = 20
const rerankedMax = 20
const hybrid = 'local/hybrid-rerank'
const crossEncoder = 'local/ms-marco-minilm-l-6-v2'
const peerName = 'BM25 of Porter stems'

/** How well the library and the rerankers rank judged texts, compared with stemmed BM25. */
export async function run({ folder, heldOut }: BenchmarkOptions): Promise<readonly Row[]> {
  const set = readRankingSet(folder, heldOut)
  const rank = createStemmedBm25(set.texts.map(toText))
  const peer = meanNdcg(
    set,
    set.queries.map(({ text }) => rank(text)),
  )
  using data = temporaryFolder()
  await using server = await startEmbeddedServer(data.path)
  const row = (name: string, found: readonly (readonly number[])[], goal?: number): Row =>
    toRow({
      name: `${name}, nDCG@10 of ${set.queries.length} questions`,
      unit: '',
      ours: meanNdcg(set, found),
      peer,
      peerName,
      goal: goal === undefined ? undefined : goal * peer,
      moreIsBetter: true,
    })
  const rows = [row('library', await searchLibrary(server, set), 1.2)]
  const { data: models } = modelListSchema.parse(await ask(server, '/v1/models'))
  for (const [model, goal] of [[hybrid, 1.15], [crossEncoder]] as const) {
    if (!models.some(({ id }) => id === model)) continue
    const candidates = set.queries.map(({ text }) => rank(text).slice(0, rerankedMax))
    rows.push(
      row(`${model} over its first ${rerankedMax}`, await rerank(server, model, set, candidates), goal),
    )
  }
  return rows
}

function meanNdcg({ queries }: RankingSet, found: readonly (readonly number[])[]): number {
  const each = queries.map(({ gains }, index) => toNdcg(found[index] ?? [], gains))
  return each.reduce((sum, value) => sum + value, 0) / each.length
}

function toText({ title, text }: RankingSet['texts'][number]): string {
  return text.startsWith(title) ? text : `${title} ${text}`
}

async function searchLibrary(server: EmbeddedServer, { texts, queries }: RankingSet): Promise<number[][]> {
  const indexes = new Map<string, number>()
  for (const [index, { title, text }] of texts.entries()) {
    // Two of the texts are empty.
    const item = await server.post('/v1/library', { title: title || `Text ${index + 1}`, text: text || '–' })
    indexes.set(libraryItemSchema.parse(item).id, index)
  }
  await untilIndexed(server, 500)
  const found: number[][] = []
  for (const { text: query } of queries) {
    const answer = await server.post('/v1/library/search', { query, top_k: hitsMax })
    const { searched, data } = librarySearchContract.output.parse(answer)
    if (searched !== 'hybrid') throw new Error(`The library was searched by ${searched} only.`)
    found.push([...new Set(data.map(({ item }) => indexes.get(item.id) ?? -1))])
  }
  return found
}

async function rerank(
  server: EmbeddedServer,
  model: string,
  { texts, queries }: RankingSet,
  candidates: readonly (readonly number[])[],
): Promise<number[][]> {
  const ranked: number[][] = []
  for (const [at, indexes] of candidates.entries()) {
    const documents = indexes.map(index => toText(texts[index] ?? { title: '', text: '' }))
    const query = queries[at]?.text
    const { results } = rerankSchema.parse(await server.post('/v1/rerank', { model, query, documents }))
    ranked.push(results.map(({ index }) => indexes[index] ?? -1))
  }
  return ranked
}
