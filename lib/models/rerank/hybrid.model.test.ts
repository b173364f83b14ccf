import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { startSmall } from '#lib/models/onnx/__fixtures__/real-small-models.ts'
import { questions } from './__fixtures__/questions.ts'
import { readRanking, type TestRanking } from './__fixtures__/read-ranking.ts'

let host: RunningHost

beforeAll(async () => {
  host = await startSmall()
})
afterAll(async () => await host[Symbol.asyncDispose]())

test.each(questions)('$query is answered by the right document', async ({ query, documents }) => {
  const { results } = await rerank(query, documents)
  const scores = new Map(results.map(result => [result.index, result.relevance_score]))

  expect(results[0]?.index).toBe(0)
  expect(scores.get(0)).toBeGreaterThan(0.5)
  for (const unrelated of [2, 3, 4]) expect(scores.get(unrelated)).toBeLessThan(0.2)
})

test('a document is scored by its best passage, however long the rest', async () => {
  const filler = 'The orchestra tuned its instruments before the concert in the old hall. '.repeat(120)
  const long = `${filler}A refund reaches your account within five working days. ${filler}`
  const { results, usage } = await rerank('How long does a refund take?', [filler, long])

  expect(results[0]?.index).toBe(1)
  expect(usage.prompt_tokens).toBeGreaterThan(3000)
})

test('text beyond max_tokens_per_doc is not read', async () => {
  const text = `${'Penguins live in the south. '.repeat(20)}A refund takes five working days.`
  const ranked = await rerank('How long does a refund take?', [text], { max_tokens_per_doc: 50 })

  expect(ranked.results[0]?.relevance_score).toBeLessThan(0.2)
})

async function rerank(query: string, documents: readonly string[], extra: object = {}): Promise<TestRanking> {
  return await readRanking(
    await host.ask('/v1/rerank', { body: { model: 'local/hybrid-rerank', query, documents, ...extra } }),
  )
}
