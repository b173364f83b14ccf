import { CohereClient, CohereError } from 'cohere-ai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({ models: [{ id: 'ranker', kind: 'rerank', upstream: 'words' }] })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const request = {
  model: 'scripted/words',
  query: 'five days',
  documents: ['nothing', 'it takes five days', 'five'],
}
const client = (token = sextant.token) => new CohereClient({ token, environment: sextant.url })

describe('the cohere client, version 1 of its API', () => {
  test('reranks, and reads the texts and the billed units', async () => {
    const { id, results, meta } = await client().rerank({ ...request, topN: 2, returnDocuments: true })

    expect(id).toMatch(/^rerank-/)
    expect(results).toEqual([
      { index: 1, relevanceScore: 1, document: { text: 'it takes five days' } },
      { index: 2, relevanceScore: 0.5, document: { text: 'five' } },
    ])
    expect(meta?.apiVersion?.version).toBe('1')
    expect(meta?.billedUnits?.searchUnits).toBe(1)
    expect(meta?.tokens?.inputTokens).toBeGreaterThan(0)
  })

  test('may send objects with fields to rank by', async () => {
    const documents = [
      { text: 'five', title: 'nothing' },
      { text: 'nothing', title: 'five days' },
    ]
    const { results } = await client().rerank({ ...request, documents, rankFields: ['title'] })

    expect(results.map(result => result.index)).toEqual([1, 0])
  })

  test('may send null for optional fields', async () => {
    const open = { topN: null, maxChunksPerDoc: null, rankFields: null, returnDocuments: null }
    const { results } = await client().rerank({ ...request, ...open } as never)

    expect(results).toHaveLength(3)
  })

  test('reranks at the second version’s address', async () => {
    const { results, meta } = await client().v2.rerank({ ...request, topN: 1 })

    expect(results).toEqual([{ index: 1, relevanceScore: 1 }])
    expect(meta?.apiVersion?.version).toBe('2')
  })

  test('throws its own errors', async () => {
    const bad = (token: string, fields: object) =>
      client(token)
        .rerank({ ...request, ...fields }, { maxRetries: 0 })
        .catch((error: unknown) => error)

    expect(await bad('wrong', {})).toMatchObject({ statusCode: 401, name: 'UnauthorizedError' })
    expect(await bad(sextant.token, { model: 'nobody' })).toMatchObject({ statusCode: 404 })
    const empty = await bad(sextant.token, { documents: [] })
    expect(empty).toBeInstanceOf(CohereError)
    expect(empty).toMatchObject({
      statusCode: 400,
      body: { error: { code: 'empty_array', param: 'documents' } },
    })
  })

  test('lists models, all or those of an endpoint', async () => {
    const all = await client().models.list()
    const rerankers = await client().models.list({ endpoint: 'rerank' })

    expect(all.models).toContainEqual({ name: 'scripted/echo', endpoints: ['chat'] })
    expect(rerankers.models).toContainEqual({ name: 'ranker', endpoints: ['rerank'] })
    expect(rerankers.models).not.toContainEqual(expect.objectContaining({ name: 'scripted/echo' }))
  })

  test('reads the message of errors at the second version’s addresses', async () => {
    const errorOf = (call: Promise<unknown>) => call.catch((error: unknown) => error)
    const options = { maxRetries: 0 }
    const wrongKey = await errorOf(client('wrong').v2.rerank(request, options))
    const empty = await errorOf(client().v2.rerank({ ...request, documents: [] }, options))
    const unserved = await errorOf(client().v2.embed({ model: 'm', inputType: 'search_query' }, options))

    expect(wrongKey).toMatchObject({
      statusCode: 401,
      body: { message: expect.stringContaining('API key') as string, error: { code: 'invalid_api_key' } },
    })
    expect(empty).toMatchObject({
      body: { message: expect.stringContaining('documents') as string, error: { code: 'empty_array' } },
    })
    expect(unserved).toMatchObject({
      statusCode: 404,
      body: { message: expect.stringContaining('POST /v2/embed') as string, error: { code: 'unknown_url' } },
    })
  })
})
