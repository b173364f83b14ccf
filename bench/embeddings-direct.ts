/** The peer of `bench embeddings`: onnxruntime-node called directly, one measurement for each line on standard input. */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Tokenizer } from '@huggingface/tokenizers'
import { z } from 'zod'
import { environment } from '#lib/config.ts'

const orderSchema = z.object({ texts: z.array(z.string()), batch: z.int().min(1) })
const tokensMax = 512

// The library reads it when it is loaded, and sends usage data to its vendor by default.
environment['ORT_DISABLE_TELEMETRY'] = '1'
// oxlint-disable-next-line no-restricted-imports -- here its telemetry is disabled
const { InferenceSession, Tensor } = await import('onnxruntime-node')

const [modelPath = '', tokenizerPath = '', threads = '1'] = process.argv.slice(2)
const file = z.looseObject({}).parse(JSON.parse(readFileSync(tokenizerPath, 'utf8')))
const tokenizer = new Tokenizer({ ...file, padding: null, truncation: null }, {})
const session = await InferenceSession.create(modelPath, { intraOpNumThreads: Number(threads) })
console.log('ready')

for await (const line of createInterface(process.stdin)) {
  const { texts, batch } = orderSchema.parse(JSON.parse(line))
  const startMs = performance.now()
  const vectors = await embed(texts, batch)
  console.log(JSON.stringify({ ms: performance.now() - startMs, vectors: vectors.length }))
}

/** Sorted by length, so that little is padded. */
async function embed(texts: readonly string[], batch: number): Promise<number[][]> {
  const sequences = texts.map((text, at) => ({ at, ids: tokenizer.encode(text).ids.slice(0, tokensMax) }))
  sequences.sort((a, b) => a.ids.length - b.ids.length)
  const vectors: number[][] = []
  for (let start = 0; start < sequences.length; start += batch) {
    const part = sequences.slice(start, start + batch)
    const rows = await run(part.map(({ ids }) => ids))
    for (const [index, { at }] of part.entries()) vectors[at] = rows[index] ?? []
  }
  return vectors
}

async function run(rows: readonly (readonly number[])[]): Promise<number[][]> {
  const length = Math.max(...rows.map(ids => ids.length))
  const shape = [rows.length, length]
  const ids = new BigInt64Array(rows.length * length)
  const mask = new BigInt64Array(rows.length * length)
  for (const [row, sequence] of rows.entries()) {
    for (const [at, id] of sequence.entries()) {
      ids[row * length + at] = BigInt(id)
      mask[row * length + at] = 1n
    }
  }
  const { last_hidden_state: output } = await session.run({
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', mask, shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
  })
  if (!(output?.data instanceof Float32Array)) throw new Error('the graph returns no numbers')
  const { data } = output
  const dimensions = data.length / ids.length
  return rows.map((_, row) => normalise(data.subarray(row * length * dimensions).subarray(0, dimensions)))
}

function normalise(vector: Float32Array): number[] {
  const norm = Math.hypot(...vector)
  return Array.from(vector, value => value / norm)
}
