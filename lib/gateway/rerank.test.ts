import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rerankSchema, type Rerank } from '#lib/contracts/api/rerank.ts'
import { readError } from './__fixtures__/read-error.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  const kind = 'rerank'
  sextant = await startTestGateway({
    models: [
      { id: 'priced', kind, upstream: 'words', price: { input: 0.05, output: 0 } },
      { id: 'broken', kind, upstream: 'error-503', fallbacks: ['priced'] },
    ],
  })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const documents = ['nothing of it', 'a refund takes five days', 'a refund', 'five days']
const body = { model: 'scripted/words', query: 'refund five days', documents }
const rank = (fields: object, path = '/v1/rerank', init: { token?: string } = {}) =>
  sextant.post(path, { ...body, ...fields }, init)

async function read(fields: object, path?: string): Promise<Rerank> {
  return rerankSchema.parse(await (await rank(fields, path)).json())
}

const sentDocuments = () => sextant.upstream.requests.at(-1)?.json?.documents

describe('an answer', () => {
  test('has the documents best first, equal scores in the order of the request', async () => {
    sextant.upstream.next({ kind: 'scores', scores: [0.5, 0.9, 0.5, 0.1] })
    const { results, model } = await read({})

    expect(results.map(result => result.index)).toEqual([1, 0, 2, 3])
    expect(results.map(result => result.relevance_score)).toEqual([0.9, 0.5, 0.5, 0.1])
    expect(model).toBe('scripted/words')
  })

  test('has the fields that all clients read', async () => {
    const answer = await read({ documents: Array.from({ length: 101 }, (_, at) => `document ${at}`) })

    expect(answer.id).toMatch(/^rerank-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(answer.data?.map(({ index }) => index)).toEqual(answer.results.map(({ index }) => index))
    expect(answer.usage).toEqual({
      prompt_tokens: answer.usage.total_tokens,
      total_tokens: answer.usage.total_tokens,
      search_units: 2,
    })
    expect(answer.meta).toEqual({
      api_version: { version: '1' },
      billed_units: { search_units: 2 },
      tokens: { input_tokens: answer.usage.prompt_tokens, output_tokens: 0 },
    })
  })

  test('has the version of its path, and includes the texts by default only in version 1', async () => {
    const [first, second] = [await read({ top_n: 1 }), await read({ top_n: 1 }, '/v2/rerank')]
    const [silent, asked] = [
      await read({ top_n: 1, return_documents: false }),
      await read({ top_n: 1, return_documents: true }, '/v2/rerank'),
    ]

    expect([first.meta.api_version.version, second.meta.api_version.version]).toEqual(['1', '2'])
    expect([first, asked].map(({ results }) => results[0]?.document)).toEqual([
      { text: documents[1] },
      { text: documents[1] },
    ])
    expect([second, silent].map(({ results }) => results[0])).toEqual([
      { index: 1, relevance_score: 1 },
      { index: 1, relevance_score: 1 },
    ])
  })

  test('has the best `top_n`, at most all; `top_k` is an alias; `data` is set without `top_n`', async () => {
    const lengths = async (fields: object) => {
      const { results, data } = await read(fields)
      return [results.length, data?.length ?? null]
    }

    expect(await lengths({ top_n: 2 })).toEqual([2, null])
    expect(await lengths({ top_n: 99 })).toEqual([4, null])
    expect(await lengths({ top_k: 3 })).toEqual([3, 3])
    expect(await lengths({ top_k: 3, top_n: 1 })).toEqual([1, null])
    expect(await lengths({ top_n: null, top_k: null, max_chunks_per_doc: null })).toEqual([4, 4])
  })

  test('has what Voyage’s clients read: `data` in order, and texts only on request', async () => {
    const plain = await read({})
    const asked = await read({ return_documents: true })

    expect(plain.data).toEqual(plain.results.map(({ document: _, ...rest }) => rest))
    expect(plain.results[0]?.document).toEqual({ text: documents[1] })
    expect(asked.data).toEqual(asked.results)
    expect(plain.usage.total_tokens).toBeGreaterThan(0)
  })

  test('has each duplicate with its own index', async () => {
    const { results } = await read({ documents: ['same', 'same', 'same'] })

    expect(results.map(result => result.index)).toEqual([0, 1, 2])
  })

  test('leaves a row with tokens and price', async () => {
    const response = await rank({ model: 'priced' }, '/v2/rerank')
    const { usage } = rerankSchema.parse(await response.json())

    expect(usage.cost).toBe((usage.prompt_tokens * 50) / 1e9)
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      route: 'rerank-v2',
      model: 'priced',
      provider: 'scripted',
      promptTokens: usage.prompt_tokens,
      completionTokens: 0,
      usageEstimated: false,
      costNanos: usage.prompt_tokens * 50,
    })
  })

  test('counts the query with each document when the upstream counted nothing', async () => {
    sextant.upstream.next({ kind: 'scores', usage: false })
    const response = await rank({ query: 'hello world', documents: ['one', 'two', 'three'] })
    const { usage } = rerankSchema.parse(await response.json())

    expect(usage.prompt_tokens).toBeGreaterThanOrEqual(9)
    expect((await sextant.row(response.headers.get('x-request-id'))).usageEstimated).toBe(true)
  })
})

describe('documents', () => {
  test('may be objects; `text` is read, and each is returned unchanged', async () => {
    const given = [{ text: 'a refund', id: 7 }, 'plain']
    const { results } = await read({ documents: given })

    expect(sentDocuments()).toEqual(['a refund', 'plain'])
    expect(results.map(result => result.document)).toEqual([given[0], { text: 'plain' }])
  })

  test('use each field of `rank_fields` once, even if repeated', async () => {
    const given = [{ title: 'x'.repeat(1000) }]
    await read({ documents: given, rank_fields: Array(100).fill('title') })

    expect(sentDocuments()).toEqual(['x'.repeat(1000)])
  })

  test('are read by `rank_fields`, one line each, strings unchanged', async () => {
    const given = [
      { title: 'Refunds', body: 'take five days', year: 2025 },
      { title: 'Other', body: null },
    ]
    const { results } = await read({ documents: given, rank_fields: ['title', 'body', 'year'] })

    expect(sentDocuments()).toEqual(['Refunds\ntake five days\n2025', 'Other'])
    expect(results.find(result => result.index === 0)?.document).toEqual({
      ...given[0],
      text: 'Refunds\ntake five days\n2025',
    })
  })

  test('longer than `max_tokens_per_doc` are truncated, not rejected, and returned in full', async () => {
    const long = 'word '.repeat(6000)
    const { results } = await read({ documents: [long, 'short'] })
    const [defaultValue] = sentDocuments() ?? []
    await read({ documents: [long, 'short'], max_tokens_per_doc: 10 })

    expect(results.find(result => result.index === 0)?.document?.text).toBe(long)
    expect(defaultValue).toMatch(/^(word ?){4096}$/)
    expect(sentDocuments()).toEqual([expect.stringMatching(/^(word ?){10}$/), 'short'])
  })
})

describe('400', () => {
  test.each([
    ['missing_required_parameter', 'query', { query: null }],
    ['invalid_value', 'query', { query: '' }],
    ['missing_required_parameter', 'documents', { documents: null }],
    ['empty_array', 'documents', { documents: [] }],
    ['array_above_max_length', 'documents', { documents: Array.from({ length: 1001 }, () => 'x') }],
    ['invalid_type', 'documents', { documents: 'text' }],
    ['invalid_type', 'documents.1', { documents: ['a', 5] }],
    ['invalid_value', 'documents.1', { documents: ['a', ''] }],
    ['missing_required_parameter', 'documents.1.text', { documents: ['a', { title: 'b' }] }],
    ['invalid_value', 'documents.0.text', { documents: [{ text: '' }] }],
    ['invalid_value', 'documents.0', { documents: [{ text: 'a' }], rank_fields: ['title'] }],
    ['empty_array', 'rank_fields', { rank_fields: [] }],
    ['array_above_max_length', 'rank_fields', { rank_fields: Array(101).fill('a') }],
    ['integer_below_min_value', 'top_n', { top_n: 0 }],
    ['invalid_type', 'top_n', { top_n: '1' }],
    ['integer_below_min_value', 'max_tokens_per_doc', { max_tokens_per_doc: 0 }],
  ])('%s at %s', async (code, param, fields) => {
    const response = await rank(fields)

    expect(response.status).toBe(400)
    expect(await readError(response)).toMatchObject({ code, param, type: 'invalid_request_error' })
  })

  test('1,000 documents are ranked', async () => {
    const { results } = await read({ documents: Array.from({ length: 1000 }, (_, at) => `document ${at}`) })

    expect(new Set(results.map(result => result.index)).size).toBe(1000)
  })
})

describe('the upstream', () => {
  test.each([
    ['an index that no document has', { indexOffset: 1 }],
    ['a score that is no number', { scores: [Number.NaN, 0.1, 0.2, 0.3] }],
  ])('that returns %s causes an upstream error', async (name, fields) => {
    sextant.upstream.on(name, { kind: 'scores', ...fields })
    const response = await rank({ model: `scripted/${name}` })

    expect(response.status).toBe(502)
    expect(await readError(response)).toMatchObject({ code: 'upstream_error' })
  })

  test('that returns logits is normalized to 0…1 in the same order', async () => {
    sextant.upstream.next({ kind: 'scores', scores: [-4, 3, 0, 8] })
    const { results } = await read({})

    expect(results.map(result => result.index)).toEqual([3, 1, 2, 0])
    expect(results[2]?.relevance_score).toBe(0.5)
  })
})

describe('targets', () => {
  test('a configured fallback answers and is reported', async () => {
    expect((await read({ model: 'broken' })).model).toBe('priced')
  })

  test('a key without the scope, or without the model, is rejected at both paths', async () => {
    const scope = await sextant.makeKey({ scopes: ['embeddings'] })
    const model = await sextant.makeKey({ models: ['priced'] })

    for (const path of ['/v1/rerank', '/v2/rerank']) {
      expect(await readError(await rank({}, path, scope))).toMatchObject({ code: 'endpoint_not_allowed' })
      expect(await readError(await rank({}, path, model))).toMatchObject({ code: 'model_not_allowed' })
    }
  })

  test.each([
    ['text-embedding-3-small', 'OPENAI_API_KEY'],
    ['rerank-english-v3.0', 'COHERE_API_KEY'],
    ['mixr-v1', 'MIXEDBREAD_API_KEY'],
  ])('%s does not exist, and the message has the next step', async (model, advice) => {
    const error = await readError(await rank({ model }))

    expect(error).toMatchObject({ code: 'model_not_found', param: 'model' })
    expect(error.message).toContain(advice)
  })
})
