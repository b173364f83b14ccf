import { embeddingsSchema } from '#lib/contracts/api/embeddings.ts'
import { librarySearchContract } from '#lib/contracts/api/library.ts'
import { startEmbeddedServer } from './embedded-server.ts'
import { median } from './gateway-measures.ts'
import { startUpstream } from './gateway-targets.ts'
import { ask, type Asked, startLibraryServer, untilIndexed } from './library-server.ts'
import { createWriter, documentOf } from './library-texts.ts'
import { toRow, type Row } from './row.ts'
import { temporaryFolder } from './temporary-folder.ts'

const rounds = 3
const documents = 6
const chunksEach = 10
const searches = 60
const warmUp = 5
const sizes = [
  { chunks: 10_000, goal: 50 },
  { chunks: 100_000, goal: 250 },
] as const
const chunksPerItem = 50

/** Indexing compared with the embedding model alone, then searches over libraries of two sizes. */
export async function run(): Promise<readonly Row[]> {
  return [...(await measureIndexing()), ...(await measureSearches())]
}

async function measureIndexing(): Promise<Row[]> {
  using folder = temporaryFolder()
  await using server = await startEmbeddedServer(folder.path)
  const writer = createWriter()
  const indexing: number[] = []
  const embedding: number[] = []
  await embedAll(server, texts())
  for (let round = 0; round < rounds; round++) {
    embedding.push(await embedAll(server, texts()))
    indexing.push(await indexAll(server, texts()))
  }
  const peer = median(embedding)
  return [
    toRow({
      name: `chunks a second, indexed, bge-small-en-v1.5`,
      unit: '1/s',
      ours: median(indexing),
      peer,
      peerName: '/v1/embeddings, the same texts in one call',
      goal: 0.9 * peer,
      moreIsBetter: true,
    }),
  ]

  function texts(): string[] {
    return Array.from({ length: documents }, () => documentOf(writer, chunksEach))
  }
}

async function embedAll(asked: Asked, texts: readonly string[]): Promise<number> {
  const input = texts.flatMap(text => text.split('\n\n'))
  const startMs = performance.now()
  const body = { model: 'local/bge-small-en-v1.5', input, encoding_format: 'base64' }
  const { data } = embeddingsSchema.parse(await ask(asked, '/v1/embeddings', body))
  return perSecond(data.length, startMs)
}

async function indexAll(asked: Asked, texts: readonly string[]): Promise<number> {
  const before = (await untilIndexed(asked, 10)).index.chunks
  const startMs = performance.now()
  for (const text of texts) await ask(asked, '/v1/library', { title: 'A text', text })
  const { index } = await untilIndexed(asked, 10)
  return perSecond(index.chunks - before, startMs)
}

function perSecond(count: number, startMs: number): number {
  return (count * 1000) / (performance.now() - startMs)
}

async function measureSearches(): Promise<Row[]> {
  using folder = temporaryFolder()
  const upstream = await startUpstream()
  await using _upstream = upstream.process
  await using server = await startLibraryServer(upstream.port, folder.path)
  const writer = createWriter()
  const rows: Row[] = []
  let chunks = 0
  for (const { chunks: wanted, goal } of sizes) {
    for (; chunks < wanted; chunks += chunksPerItem) {
      await ask(server, '/v1/library', { title: 'A text', text: documentOf(writer, chunksPerItem) })
    }
    const { index } = await untilIndexed(server, 500)
    rows.push(
      toRow({
        name: `search by words and vectors over ${index.chunks} chunks, p50`,
        unit: 'ms',
        ours: await searchTime(server, writer),
        goal,
      }),
    )
  }
  return rows
}

/** Questions of eight words: half of them with natural frequencies, half of them rare. */
async function searchTime(asked: Asked, writer: ReturnType<typeof createWriter>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < searches + warmUp; at++) {
    const query = `${writer.words(4)} ${writer.rareWords(4)}`
    const startMs = performance.now()
    const answer = await ask(asked, '/v1/library/search', { query, top_k: 20 })
    if (at >= warmUp) times.push(performance.now() - startMs)
    const { searched, data } = librarySearchContract.output.parse(answer)
    if (searched !== 'hybrid' || data.length !== 20) throw new Error(`${searched}: ${data.length} hits`)
  }
  return median(times)
}
