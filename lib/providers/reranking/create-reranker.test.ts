import { expect, test } from 'vitest'
import { attempt, type RawReply } from '#lib/providers/transport/__fixtures__/raw-server.ts'
import { createTestUpstream } from '#lib/providers/__fixtures__/test-upstream.ts'
import { questionOf, serveReranker } from './__fixtures__/test-reranker.ts'
import { createLocalProvider } from '#lib/providers/registry/create-provider.ts'

const documents = ['a', 'b']
const soon = { connectMs: 20_000, firstEventMs: 20_000, idleMs: 20_000, totalMs: 60 }
const ranked = (...scores: unknown[]): RawReply => ({
  body: { results: scores.map((relevance_score, index) => ({ index, relevance_score })) },
})
const results = (...entries: unknown[]): RawReply => ({ body: { results: entries } })

test.for<[string, RawReply, { code: string; retryable?: boolean; retryAfterMs?: number; param?: string }]>([
  ['401', { status: 401, body: { detail: 'no' } }, { code: 'upstream_error', retryable: false }],
  ['404', { status: 404, body: { message: 'no such model' } }, { code: 'model_not_found', param: 'model' }],
  [
    '422',
    { status: 422, body: { error: 'query is empty', error_type: 'Empty' } },
    { code: 'invalid_value', retryable: false },
  ],
  [
    '400 for length',
    { status: 400, body: { error: { message: 'maximum context length is 512 tokens' } } },
    { code: 'context_length_exceeded', param: 'documents' },
  ],
  [
    '429',
    { status: 429, headers: { 'retry-after': '2' }, body: {} },
    { code: 'rate_limit_exceeded', retryable: true, retryAfterMs: 2000 },
  ],
  ['502', { status: 502, body: '<html>' }, { code: 'upstream_error', retryable: true }],
  [
    'an error inside a 200',
    { body: { error: { code: 429, message: 'busy' } } },
    { code: 'rate_limit_exceeded', retryable: true },
  ],
  ['a page', { body: '<html>' }, { code: 'upstream_error', retryable: true }],
  ['another shape', { body: { scores: [1, 2] } }, { code: 'upstream_error', retryable: true }],
  [
    'a truncated body',
    { kind: 'cut', body: '{"results":[{"index":0,' },
    { code: 'upstream_error', retryable: true },
  ],
  ['a score too few', ranked(0.5), { code: 'upstream_error', retryable: true }],
  ['a score too many', ranked(0.5, 0.4, 0.3), { code: 'upstream_error', retryable: true }],
  [
    'an index twice',
    results({ index: 0, relevance_score: 1 }, { index: 0, relevance_score: 0 }),
    { code: 'upstream_error', retryable: true },
  ],
  [
    'a duplicate index next to the others',
    results(
      { index: 0, relevance_score: 1 },
      { index: 0, relevance_score: 0 },
      { index: 1, relevance_score: 0 },
    ),
    { code: 'upstream_error', retryable: true },
  ],
  [
    'an index out of range',
    results({ index: 0, relevance_score: 1 }, { index: 2, relevance_score: 0 }),
    { code: 'upstream_error', retryable: true },
  ],
  [
    'an index below zero',
    results({ index: -1, relevance_score: 1 }, { index: 0, relevance_score: 0 }),
    { code: 'upstream_error', retryable: true },
  ],
  [
    'an invalid index',
    results({ index: '0', relevance_score: 1 }, { index: 1, relevance_score: 0 }),
    { code: 'upstream_error', retryable: true },
  ],
  ['a score that is null', ranked(0.5, null), { code: 'upstream_error', retryable: true }],
  ['a score that is a text', ranked(0.5, '0.1'), { code: 'upstream_error', retryable: true }],
  [
    'NaN',
    { body: '{"results":[{"index":0,"relevance_score":NaN},{"index":1,"relevance_score":0}]}' },
    { code: 'upstream_error', retryable: true },
  ],
  [
    'an infinite score',
    { body: '{"results":[{"index":0,"relevance_score":1e999},{"index":1,"relevance_score":0}]}' },
    { code: 'upstream_error', retryable: true },
  ],
])('%s is reported as what it is, after one attempt', async ([, reply, failure], context) => {
  const { model, received } = await serveReranker(context, {}, reply)

  await expect(model.rerank(questionOf(documents), attempt())).rejects.toMatchObject(failure)

  expect(received.length).toBe(1)
})

test('a silent server times out, and the connection is closed', async context => {
  const { model, received } = await serveReranker(context, {}, { kind: 'hang' })

  await expect(model.rerank(questionOf(documents), attempt({ timers: soon }))).rejects.toMatchObject({
    code: 'upstream_timeout',
  })

  await received[0]?.left
})

test.for<[string, string, unknown[], number[]]>([
  ['scores between 0 and 1 stay', 'other', [0, 1], [0, 1]],
  ['one above 1 makes all of them logits', 'other', [0, 2], [0.5, 0.8808]],
  ['one below 0 makes all of them logits', 'other', [-4, 0.5], [0.018, 0.6225]],
  ['the largest logits stay numbers', 'other', [-1000, 1000], [0, 1]],
  ['llama.cpp’s are logits even between 0 and 1', 'llama.cpp', [0, 1], [0.5, 0.7311]],
])('%s', async ([, server, raw, expected], context) => {
  const { model } = await serveReranker(context, { server }, ranked(...raw))

  const { scores } = await model.rerank(questionOf(documents), attempt())

  for (const [at, score] of expected.entries()) expect(scores[at]?.score).toBeCloseTo(score, 4)
  expect(scores.every(({ score }) => score >= 0 && score <= 1)).toBe(true)
})

test('documents over TEI’s batch size are ranked in batches on one scale', async context => {
  const many = Array.from({ length: 70 }, (_, index) => String(index))
  const { model, received } = await serveReranker(context, { kind: 'tei' }, ({ body }) => {
    const { texts } = body as { texts: string[] }
    const error = `batch size ${texts.length} > maximum allowed batch size 32`
    if (texts.length > 32) return { status: 413, body: { error, error_type: 'Validation' } }
    // Only the last batch has a score that cannot be a probability.
    return {
      headers: { 'x-compute-tokens': '5' },
      body: texts.map((text, index) => ({ index, score: Number(text) / 68 })),
    }
  })

  const { scores, inputTokens } = await model.rerank(questionOf(many), attempt())

  expect(received.length).toBe(1 + 3)
  expect(inputTokens).toBe(15)
  expect(scores.map(({ index }) => index)).toEqual(many.map(Number))
  for (const { index, score } of scores) expect(score).toBeCloseTo(1 / (1 + Math.exp(-index / 68)), 9)
})

test('documents over Voyage’s token limit are ranked in batches, counting the query with each document', async context => {
  const long = Array.from({ length: 4 }, () => 'd'.repeat(200_000))
  const { model, received } = await serveReranker(context, { kind: 'voyage' }, ({ body }) => {
    const asked = (body as { documents: string[] }).documents
    const data = asked.map((_, index) => ({ index, relevance_score: 0.5 }))
    return { body: { object: 'list', data, usage: { total_tokens: asked.length } } }
  })

  const { scores, inputTokens } = await model.rerank(
    questionOf(long, { query: 'q'.repeat(100_000) }),
    attempt(),
  )

  expect(received.map(({ body }) => (body as { top_k: number }).top_k).toSorted((a, b) => a - b)).toEqual([
    1, 3,
  ])
  expect(scores.map(({ index }) => index)).toEqual([0, 1, 2, 3])
  expect(inputTokens).toBe(4)
})

test('our own process gets the token limit per document and the key', async () => {
  const body = {
    results: [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.1 },
    ],
    usage: { prompt_tokens: 6 },
  }
  const upstream = createTestUpstream({ parts: [JSON.stringify(body)] })
  const fetchImage = () => Promise.reject(new Error('no images here'))
  const local = { baseUrl: 'http://127.0.0.1:4000/v1', token: 'internal', checkChat: () => undefined }
  const provider = createLocalProvider(local, { request: upstream.request, fetchImage })

  const answer = await provider
    .reranking?.('local/hybrid-rerank')
    .rerank(questionOf(documents, { maxTokensPerDoc: 300 }), attempt({ keyId: 'key_1' }))

  expect(upstream.sent[0]).toMatchObject({ path: '/rerank', headers: { 'x-sextant-key': 'key_1' } })
  expect(JSON.parse(upstream.sent[0]?.body ?? '')).toEqual({
    model: 'local/hybrid-rerank',
    query: 'q',
    documents,
    top_n: 2,
    max_tokens_per_doc: 300,
  })
  expect(answer).toEqual({
    scores: [
      { index: 1, score: 0.9 },
      { index: 0, score: 0.1 },
    ],
    inputTokens: 6,
    searchUnits: null,
    costUsd: null,
  })
})
