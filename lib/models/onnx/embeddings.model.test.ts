import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultEmbedder } from '#lib/models/catalog-embeddings.ts'
import type { RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { cosine } from './__fixtures__/cosine.ts'
import { paraphrasePairs } from './__fixtures__/paraphrase-pairs.ts'
import {
  embed,
  embeddingModel,
  embedVectors,
  startSmall,
  toVector,
} from './__fixtures__/real-small-models.ts'

let host: RunningHost

beforeAll(async () => {
  host = await startSmall()
})
afterAll(async () => await host[Symbol.asyncDispose]())

test('base64 and numbers have the same bits, normalized, in the order of the texts', async () => {
  const texts = ['first', 'a second and rather longer text', 'third']
  const [numbers, bytes] = [await embed(host, texts), await embed(host, texts, { encoding_format: 'base64' })]

  expect(numbers.model).toBe(embeddingModel)
  expect(numbers.data.map(({ index }) => index)).toEqual([0, 1, 2])
  expect(bytes.data.every(({ embedding }) => typeof embedding === 'string')).toBe(true)
  expect(bytes.data.map(toVector)).toEqual(numbers.data.map(toVector))
  for (const vector of numbers.data.map(toVector)) {
    expect(vector).toHaveLength(384)
    expect(Math.abs(Math.hypot(...vector) - 1)).toBeLessThan(1e-5)
  }
})

test('the nearest neighbor of each half of twenty paraphrases is the other half', async () => {
  const vectors = await embedVectors(host, paraphrasePairs.flat())
  const nearest = vectors.map((vector, index) => {
    const cosines = vectors.map((other, position) => (position === index ? -1 : cosine(vector, other)))
    return cosines.indexOf(Math.max(...cosines))
  })

  expect(nearest).toEqual(vectors.map((_, index) => (index % 2 === 0 ? index + 1 : index - 1)))
})

test('the vector of a text does not depend on other texts in the batch or on the caller', async () => {
  const text = 'The parcel arrived broken.'
  const [[alone], ...crowds] = await Promise.all([
    embedVectors(host, [text]),
    embedVectors(host, ['x', text, 'a much longer text '.repeat(40)]),
    embedVectors(host, [text, ...paraphrasePairs.flat()]),
  ])

  expect(crowds[0]?.[1]).toEqual(alone)
  expect(crowds[1]?.[0]).toEqual(alone)
})

test('2,048 short texts are returned in order', async () => {
  const texts = Array.from({ length: 2048 }, (_, index) => `text ${index % 64}`)
  const vectors = await embedVectors(host, texts)

  expect(vectors).toHaveLength(2048)
  expect(vectors.slice(64)).toEqual(vectors.slice(0, -64))
  expect(new Set(vectors.slice(0, 64).map(vector => vector.join())).size).toBe(64)
})

test('a short query is answered long before a large call of the same key ends', async () => {
  const texts = Array.from({ length: 400 }, (_, index) => `${'some words '.repeat(30)}${index}`)
  const ended: string[] = []
  const large = embed(host, texts).then(() => ended.push('large'))
  await embed(host, 'a question').then(() => ended.push('question'))
  await large

  expect(ended).toEqual(['question', 'large'])
})

test('a query is embedded as a query only if the request says so', async () => {
  const text = 'boiling point of water on a mountain'
  const [[bare], [query], [passage], [prefixed]] = await Promise.all([
    embedVectors(host, [text]),
    embedVectors(host, [text], { task: 'retrieval.query' }),
    embedVectors(host, [text], { task: 'retrieval.passage' }),
    embedVectors(host, [`${defaultEmbedder.prefixes.query}${text}`]),
  ])

  expect(query).toEqual(prefixed)
  expect(query).not.toEqual(bare)
  expect(passage).toEqual(bare)
})

test('a text that is too long is rejected with its index, or truncated on request', async () => {
  const long = 'word '.repeat(600)
  const response = await host.ask('/v1/embeddings', {
    body: { model: embeddingModel, input: ['short', long] },
  })
  const cut = await embed(host, ['short', long], { truncate: true })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: {
      code: 'context_length_exceeded',
      param: 'input',
      message: expect.stringContaining('Input 1 exceeds the 512 tokens'),
    },
  })
  expect(cut.usage).toEqual({ prompt_tokens: 515, total_tokens: 515 })
  expect((await embedVectors(host, ['word '.repeat(510)]))[0]).toEqual(cut.data.map(toVector)[1])
})

test('an aborted call stops, and the others continue', async () => {
  const stop = new AbortController()
  const texts = Array.from({ length: 2048 }, (_, index) => `${'some words '.repeat(100)}${index}`)
  const left = host.ask('/v1/embeddings', {
    body: { model: embeddingModel, input: texts, truncate: true },
    signal: stop.signal,
  })
  // The answer to this one proves that the large call has begun.
  await embed(host, 'first')
  stop.abort()

  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  expect(await embedVectors(host, ['second'])).toHaveLength(1)
})
