import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { embed, embeddingModel, startSmall } from './__fixtures__/real-small-models.ts'

let host: RunningHost

beforeAll(async () => {
  host = await startSmall()
})
afterAll(async () => await host[Symbol.asyncDispose]())

test('base64 and numbers are the same bits, of length 1, in the order of the texts', async () => {
  const texts = ['first', 'a second and rather longer text', 'third']
  const [numbers, bytes] = [await embed(host, texts), await embed(host, texts, { encoding_format: 'base64' })]

  expect(numbers.data.map(({ index }) => index)).toEqual([0, 1, 2])
  expect(numbers.model).toBe(embeddingModel)
  for (const [index, { embedding }] of bytes.data.entries()) {
    const decoded = decode(embedding)
    expect(decoded).toHaveLength(384)
    expect(decoded).toEqual(numbers.data[index]?.embedding)
    expect(Math.abs(Math.hypot(...decoded) - 1)).toBeLessThan(1e-5)
  }
})

function decode(embedding: string | number[]): number[] {
  if (typeof embedding !== 'string') return embedding
  const bytes = Buffer.from(embedding, 'base64')
  return [...new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)]
}
