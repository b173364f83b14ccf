import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pretendFetched, startHost, type RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { noChat, realModelsDir, loadSmall } from '#lib/models/onnx/__fixtures__/real-small-models.ts'
import { readRanking, type TestRanking } from './__fixtures__/read-ranking.ts'

const model = 'local/ms-marco-minilm-l-6-v2'
// Created by scripts/tiny-cross-encoder.py: its logit is the number of the document's tokens in the query, minus
// one.
const graph = fileURLToPath(new URL('__fixtures__/tiny-cross-encoder.onnx', import.meta.url))
// The cross-encoder uses the tokenizer of the embedding model: the catalog has the same sha256 for both.
const tokenizer = join(realModelsDir, 'bge-small-en-v1.5/tokenizer.json')

let host: RunningHost

beforeAll(async () => {
  host = await startHost({
    loadChat: noChat,
    loadOnnx: async entry => await loadSmall(entry, { model: graph, tokenizer }),
  })
  await pretendFetched(host.modelsDir, model)
})
afterAll(async () => await host[Symbol.asyncDispose]())

test('documents are scored with the query, as the sigmoid of the logits', async () => {
  const { results, usage } = await rerank('red green blue', ['green', 'red blue green', 'black', 'blue red'])

  expect(results.map(({ index }) => index)).toEqual([1, 3, 0, 2])
  expect(results.map(result => result.relevance_score)).toEqual([2, 1, 0, -1].map(expectSigmoid))
  // 3 special tokens and the query's 3 tokens each, and the documents' 7 tokens.
  expect(usage).toEqual({ prompt_tokens: 31, total_tokens: 31 })
})

test('equal scores keep the order of the request, the top n are returned', async () => {
  const { results } = await rerank('red', ['blue', 'red', 'black', 'red'], { top_n: 3 })

  expect(results.map(({ index }) => index)).toEqual([1, 3, 0])
})

test('a long document is read from its beginning, as far as it fits with the query', async () => {
  const { results, usage } = await rerank('red', [
    `red ${'word '.repeat(2000)}`,
    `${'word '.repeat(507)}red`,
    `${'word '.repeat(508)}red`,
  ])

  expect(results.map(({ index }) => index)).toEqual([0, 1, 2])
  expect(results.map(result => result.relevance_score)).toEqual([0, 0, -1].map(expectSigmoid))
  expect(usage.prompt_tokens).toBe(3 * 512)
})

test('text beyond max_tokens_per_doc is not read', async () => {
  const { results } = await rerank('red', ['blue red', 'red'], { max_tokens_per_doc: 1 })

  expect(results.map(result => result.relevance_score)).toEqual([0, -1].map(expectSigmoid))
})

test('a query that leaves no room for a document is rejected', async () => {
  const response = await host.ask('/v1/rerank', {
    body: { model, query: 'word '.repeat(500), documents: ['red'] },
  })

  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: 'context_length_exceeded', param: 'query' } },
  ])
})

test('a thousand documents are returned once each', async () => {
  const documents = Array.from({ length: 1000 }, (_, index) => 'red '.repeat(index % 7))
  const { results } = await rerank('red', documents)

  expect(results.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([...documents.keys()])
})

async function rerank(query: string, documents: readonly string[], extra: object = {}): Promise<TestRanking> {
  return await readRanking(await host.ask('/v1/rerank', { body: { model, query, documents, ...extra } }))
}

function expectSigmoid(logit: number): unknown {
  return expect.closeTo(1 / (1 + Math.exp(-logit)), 6)
}
