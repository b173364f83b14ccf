import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { embeddingEntries } from '#lib/models/catalog-embeddings.ts'
import type { RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { cosine } from './__fixtures__/cosine.ts'
import { embed, embedVectors, startSmall, toVector } from './__fixtures__/real-small-models.ts'
import { unrelatedPairs } from './__fixtures__/unrelated-pairs.ts'

// Recorded by scripts/reference-vectors.py.
const rowSchema = z.object({ text: z.string(), tokens: z.int(), vector: z.string() })
const models = ['local/bge-small-en-v1.5', 'local/all-minilm-l6-v2']
const cases = models.flatMap(model =>
  readReference(model).map(row => ({ model, ...row, title: JSON.stringify(row.text.slice(0, 30)) })),
)

let host: RunningHost

beforeAll(async () => {
  host = await startSmall()
})
afterAll(async () => await host[Symbol.asyncDispose]())

test.each(cases)(
  '$model matches the reference vectors for $title',
  async ({ model, text, tokens, vector }) => {
    const { data, usage } = await embed(host, text, { model, truncate: true })
    const distance = 1 - cosine(data.map(toVector)[0], [...decode(vector)])

    expect(usage.prompt_tokens).toBe(tokens)
    expect(distance).toBeLessThan(1e-3)
  },
)

test.each(models)('the similarity floor of %s matches the measurement', async model => {
  const vectors = await embedVectors(host, unrelatedPairs.flat(), { model })
  const cosines = unrelatedPairs.map((_, index) => cosine(vectors[index * 2], vectors[index * 2 + 1]))
  const floor = cosines.toSorted((a, b) => a - b)[Math.floor(cosines.length * 0.95)]

  expect(cosines).toHaveLength(200)
  expect(floor).toBeCloseTo(embeddingEntries.find(({ id }) => id === model)?.similarityFloor ?? Number.NaN, 2)
})

function readReference(model: string): z.output<typeof rowSchema>[] {
  const name = `reference-${model.replace('local/', '')}.json`
  const file = readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), 'utf8')
  return z.array(rowSchema).length(20).parse(JSON.parse(file))
}

function decode(vector: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(vector, 'base64')).buffer)
}
