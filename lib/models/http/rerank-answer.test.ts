import { expect, test } from 'vitest'
import { readRanking } from '#lib/models/rerank/__fixtures__/read-ranking.ts'
import { pretendFetched, startHost } from './__fixtures__/running-host.ts'
import { createScriptedEngine } from './__fixtures__/scripted-runner.ts'
import { createScriptedSmallModel } from './__fixtures__/scripted-small-model.ts'

const path = '/v1/rerank'
const [hybrid, crossEncoder] = ['local/hybrid-rerank', 'local/ms-marco-minilm-l-6-v2']
const embedder = 'local/bge-small-en-v1.5'
const question = { query: 'red', documents: ['blue', 'red', 'dark red'] }

test('the best come first, with usage and wait times', async () => {
  // Equal vectors: the keywords decide.
  const same = createScriptedSmallModel(() => Float32Array.of(1, 0))
  await using host = await startFetched([embedder], same)
  const response = await host.ask(path, { body: { model: hybrid, ...question, top_n: 2 } })

  expect(response.headers.get('server-timing')).toMatch(/^queue;dur=[\d.]+, load;dur=[\d.]+;desc=first_use$/)
  const { results, usage, model } = await readRanking(response)
  expect(model).toBe(hybrid)
  expect(results.map(({ index }) => index)).toEqual([1, 2])
  // The query with its prefix of 7 words, and the documents, each with two special tokens.
  expect(usage.total_tokens).toBe(10 + 3 + 3 + 4)
})

test('top_n above the number of documents returns all', async () => {
  await using host = await startFetched([crossEncoder])
  const response = await host.ask(path, { body: { model: crossEncoder, ...question, top_n: 50 } })

  expect((await readRanking(response)).results).toHaveLength(3)
})

test.each([
  ['no documents', { model: hybrid, query: 'a', documents: [] }, 400, 'empty_array', 'documents'],
  ['no query', { model: hybrid, documents: ['a'] }, 400, 'missing_required_parameter', 'query'],
  [
    'too many documents',
    { model: hybrid, query: 'a', documents: Array.from({ length: 1001 }, () => 'a') },
    400,
    'array_above_max_length',
    'documents',
  ],
  ['an unknown model', { model: 'local/nope', ...question }, 404, 'model_not_found', 'model'],
  ['an embedding model', { model: embedder, ...question }, 404, 'model_not_found', 'model'],
  ['a model that is not downloaded', { model: crossEncoder, ...question }, 404, 'model_not_found', 'model'],
  [
    'a query that is too long',
    { model: hybrid, ...question, query: 'w '.repeat(510) },
    400,
    'context_length_exceeded',
    'query',
  ],
])('%s is rejected before anything is evaluated', async (_title, body, status, code, param) => {
  const small = createScriptedSmallModel()
  await using host = await startFetched([embedder], small)
  const response = await host.ask(path, { body })

  expect([response.status, await response.json()]).toMatchObject([status, { error: { code, param } }])
  expect(small.evaluated).toEqual([])
})

test('the reranker without weights needs those of its embedding model, and says how to download them', async () => {
  await using host = await startFetched([])
  const response = await host.ask(path, { body: { model: hybrid, ...question } })

  expect(response.status).toBe(404)
  expect(JSON.stringify(await response.json())).toContain(`models pull ${embedder}`)
})

async function startFetched(fetched: readonly string[], { loadOnnx } = createScriptedSmallModel()) {
  const host = await startHost({ loadChat: createScriptedEngine().loadChat, loadOnnx })
  for (const id of fetched) await pretendFetched(host.modelsDir, id)
  return host
}
