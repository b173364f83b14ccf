import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { embeddingsSchema } from '#lib/contracts/api/embeddings.ts'
import { startEmbeddedServer } from './embedded-server.ts'
import { startDirectEmbedder } from './embeddings-peer.ts'
import { passages } from './embeddings-texts.ts'
import { measureInterleaved, median } from './gateway-measures.ts'
import { startPortkey, startSextant, startUpstream, type Target } from './gateway-targets.ts'
import { toRow, type Row } from './row.ts'
import { temporaryFolder } from './temporary-folder.ts'

const model = 'bge-small-en-v1.5'
const rounds = 9
const texts = 96
const paddedBatch = 16
const rerankRounds = 15
const rerankDocuments = 100
const passed = 4_000
// 1,536 numbers are 32 KB of JSON.
const passedModel = 'vectors-1536'

/**
 * The embedded engine through the whole server compared with direct calls; then proxied embedding responses.
 */
export async function run(): Promise<readonly Row[]> {
  return [...(await measureEmbedded()), ...(await measurePassing())]
}

async function measureEmbedded(): Promise<Row[]> {
  using folder = temporaryFolder()
  await using server = await startEmbeddedServer(folder.path)
  await using resources = new AsyncDisposableStack()
  const cores = availableParallelism()
  const wide = resources.use(await startDirectEmbedder(model, cores))
  const narrow = await Promise.all(Array.from({ length: cores }, () => startDirectEmbedder(model, 1)))
  for (const each of narrow) resources.use(each)
  const through = async (input: readonly string[]): Promise<number> => {
    const startMs = performance.now()
    const answer = await server.post('/v1/embeddings', {
      model: `local/${model}`,
      input,
      encoding_format: 'base64',
    })
    const seconds = (performance.now() - startMs) / 1000
    if (embeddingsSchema.parse(answer).data.length !== input.length) throw new Error('vectors are missing')
    return input.length / seconds
  }
  // The library's default, and the fastest setting for these int8 graphs.
  const inBatches = async (input: readonly string[]): Promise<number> =>
    (input.length * 1000) / (await wide.embed(input, paddedBatch)).ms
  const onEachCore = async (input: readonly string[]): Promise<number> => {
    const parts = narrow.map((each, core) =>
      each.embed(
        input.filter((_, at) => at % cores === core),
        1,
      ),
    )
    return (input.length * 1000) / Math.max(...(await Promise.all(parts)).map(({ ms }) => ms))
  }
  const ways = [through, inBatches, onEachCore]
  for (const way of ways) await way(passages(texts))
  const speeds = ways.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, way] of ways.entries()) speeds[at]?.push(await way(passages(texts, round + 2)))
  }
  const [ours = Number.NaN, batches = Number.NaN, eachCore = Number.NaN] = speeds.map(median)
  const row = (peer: number, how: string): Row =>
    toRow({
      name: `texts a second, ${model}, ${texts} in a call`,
      unit: '1/s',
      ours,
      peer,
      peerName: `onnxruntime-node, ${how}`,
      goal: 0.9 * peer,
      moreIsBetter: true,
    })
  return [
    row(batches, `padded batches of ${paddedBatch}`),
    row(eachCore, 'one process per core'),
    toRow({
      name: `rerank of ${rerankDocuments} documents, local/hybrid-rerank, p50`,
      unit: 'ms',
      ours: await measureRerank(async body => await server.post('/v1/rerank', body)),
    }),
  ]
}

const rankingSchema = z.object({ results: z.array(z.unknown()).length(rerankDocuments) })

async function measureRerank(post: (body: unknown) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rerankRounds; round += 1) {
    const [query = '', ...documents] = passages(rerankDocuments + 1, round + 100)
    const startMs = performance.now()
    const answer = await post({
      model: 'local/hybrid-rerank',
      query: query.split(' ').slice(0, 8).join(' '),
      documents,
      return_documents: false,
    })
    times.push(performance.now() - startMs)
    rankingSchema.parse(answer)
  }
  return median(times)
}

async function measurePassing(): Promise<Row[]> {
  using folder = temporaryFolder()
  await using resources = new AsyncDisposableStack()
  const keep = (target: Target): Target => {
    if (target.process) resources.use(target.process)
    return target
  }
  const upstream = await startUpstream()
  resources.use(upstream.process)
  const ours = keep(await startSextant([upstream.port], folder.path))
  const portkey = keep(await startPortkey(upstream.port))
  const spent = await measureInterleaved([ours, portkey], passed, 8, load =>
    load.post('/v1/embeddings', passedModel, { input: 'hello' }),
  )
  const micros = (target: Target): number => ((spent.get(target)?.cpuSeconds ?? Number.NaN) / passed) * 1e6
  return [
    toRow({
      name: 'CPU of a proxied 32 KB response',
      unit: 'µs',
      ours: micros(ours),
      peer: micros(portkey),
      peerName: portkey.name,
      goal: micros(portkey) / 8,
    }),
  ]
}
