import { expect, test } from 'vitest'
import { attempt, type RawReply } from '#lib/providers/transport/__fixtures__/raw-server.ts'
import { echoVectors, numbersOf, requestOf, serveEmbedder } from './__fixtures__/test-embedder.ts'

const texts = ['0', '1']
const inputOf = (body: unknown) => (body as { input: string[] }).input
const answering = ({ body }: { readonly body: unknown }): RawReply => ({ body: echoVectors(inputOf(body)) })
const many = Array.from({ length: 1200 }, (_, index) => String(index))
const soon = { connectMs: 20_000, firstEventMs: 20_000, idleMs: 20_000, totalMs: 60 }

interface Failure {
  readonly code: string
  readonly retryable?: boolean
  readonly retryAfterMs?: number | null
  readonly param?: string | null
}

const says = (message: string, more = {}) => ({
  error: { message, type: 't', param: null, code: null, ...more },
})

test.for<[string, RawReply, Failure]>([
  ['401', { status: 401, body: says('Incorrect key') }, { code: 'upstream_error', retryable: false }],
  ['403', { status: 403, body: says('No access') }, { code: 'upstream_error', retryable: false }],
  ['404', { status: 404, body: says('no such model') }, { code: 'model_not_found', param: 'model' }],
  [
    '400 for length',
    { status: 400, body: says("This model's maximum context length is 8192 tokens") },
    { code: 'context_length_exceeded', param: 'input', retryable: false },
  ],
  [
    '400 with an index',
    { status: 400, body: says('no', { param: 'dimensions' }) },
    { code: 'invalid_value', param: 'dimensions' },
  ],
  [
    '422 of FastAPI',
    { status: 422, body: { detail: [{ loc: ['body'], msg: 'Field required' }] } },
    { code: 'invalid_value', retryable: false },
  ],
  [
    '429',
    { status: 429, headers: { 'retry-after': '7' }, body: says('slow down') },
    { code: 'rate_limit_exceeded', retryable: true, retryAfterMs: 7000 },
  ],
  [
    '429 for an empty balance',
    { status: 429, body: says('You exceeded your current quota') },
    { code: 'upstream_error', retryable: false },
  ],
  ['500', { status: 500, body: 'Internal Server Error' }, { code: 'upstream_error', retryable: true }],
  [
    '500 of llama.cpp for length',
    {
      status: 500,
      body: {
        error: {
          code: 500,
          message:
            'input (700 tokens) is too large to process. increase the physical batch size (current batch size: 512)',
          type: 'server_error',
        },
      },
    },
    { code: 'context_length_exceeded', param: 'input', retryable: false },
  ],
  ['503', { status: 503, body: says('Loading model') }, { code: 'upstream_error', retryable: true }],
  [
    'an error inside a 200',
    { body: { error: { code: 429, message: 'later' } } },
    { code: 'rate_limit_exceeded', retryable: true },
  ],
  ['a page', { body: '<html>hello</html>' }, { code: 'upstream_error', retryable: true }],
  ['nothing', { body: '' }, { code: 'upstream_error', retryable: true }],
  [
    'a truncated body',
    { kind: 'cut', body: '{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.1,' },
    { code: 'upstream_error', retryable: true },
  ],
  [
    'NaN',
    { body: '{"data":[{"index":0,"embedding":[0.1]},{"index":1,"embedding":[NaN]}]}' },
    { code: 'upstream_error', retryable: true },
  ],
  ['one vector too few', { body: echoVectors(['0']) }, { code: 'upstream_error', retryable: true }],
  [
    'one vector too many',
    { body: echoVectors(['0', '1', '2']) },
    { code: 'upstream_error', retryable: true },
  ],
  [
    'vectors of two lengths',
    {
      body: {
        data: [
          { index: 0, embedding: [1] },
          { index: 1, embedding: [1, 2] },
        ],
      },
    },
    { code: 'upstream_error', retryable: true },
  ],
  [
    'an empty vector',
    {
      body: {
        data: [
          { index: 0, embedding: [] },
          { index: 1, embedding: [] },
        ],
      },
    },
    { code: 'upstream_error', retryable: true },
  ],
  [
    'an index twice',
    {
      body: {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ],
      },
    },
    { code: 'upstream_error', retryable: true },
  ],
])('%s is reported as what it is, after one attempt', async ([, reply, failure], context) => {
  const { model, received } = await serveEmbedder(context, {}, reply)

  const embedding = model.embed(requestOf(texts), attempt())

  await expect(embedding).rejects.toMatchObject({ name: 'ApiError', ...failure })
  await expect(embedding).rejects.not.toMatchObject({
    message: expect.stringContaining('127.0.0.1') as unknown,
  })
  expect(received.length).toBe(1)
})

test('a silent server times out, and the connection is closed', async context => {
  const { model, received } = await serveEmbedder(context, {}, { kind: 'hang' })

  await expect(model.embed(requestOf(texts), attempt({ timers: soon }))).rejects.toMatchObject({
    code: 'upstream_timeout',
  })

  await received[0]?.left
})

test('every connection is closed when the client disconnects', async context => {
  const controller = new AbortController()
  const { model, received } = await serveEmbedder(context, {}, () => {
    if (received.length === 3) controller.abort()
    return { kind: 'hang' }
  })

  await expect(model.embed(requestOf(many), attempt({ signal: controller.signal }))).rejects.toMatchObject({
    code: 'client_closed',
  })

  await Promise.all(received.map(each => each.left))
})

test('inputs over the batch size are sent in batches and joined by index', async context => {
  const { model, received } = await serveEmbedder(context, {}, answering)

  const answer = await model.embed(requestOf(many), attempt())

  expect(received.map(({ body }) => inputOf(body).length).toSorted((a, b) => a - b)).toEqual([
    176, 256, 256, 256, 256,
  ])
  expect(numbersOf(answer)).toEqual(many.map(text => [Number(text), 0, 0.5, -1]))
  expect(answer.promptTokens).toBe(1200)
})

test('a failed batch fails the request and closes the other connections', async context => {
  const { model, received } = await serveEmbedder(context, {}, () =>
    received.length < 3
      ? { kind: 'hang' }
      : { status: 429, headers: { 'retry-after': '3' }, body: says('slow') },
  )

  await expect(model.embed(requestOf(many), attempt())).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
    retryAfterMs: 3000,
  })

  await Promise.all(received.slice(0, 2).map(each => each.left))
})

test('batches with vectors of different lengths are rejected', async context => {
  const { model } = await serveEmbedder(context, {}, ({ body }) => {
    const input = inputOf(body)
    const embedding = input.length === 256 ? [1, 2] : [1, 2, 3]
    return { body: { data: input.map((_, index) => ({ index, embedding })) } }
  })

  await expect(model.embed(requestOf(many), attempt())).rejects.toMatchObject({ code: 'upstream_error' })
})

test('fewer dimensions than requested are a client error', async context => {
  const { model } = await serveEmbedder(context, {}, answering)

  await expect(model.embed(requestOf(texts, { dimensions: 5 }), attempt())).rejects.toMatchObject({
    code: 'integer_above_max_value',
    param: 'dimensions',
    message: 'The model `m-1` has 4 dimensions; 5 were requested.',
  })
  expect((await model.embed(requestOf(texts, { dimensions: 3 }), attempt())).vectors[0]?.dimensions).toBe(4)
})

test('a batch rejected without a limit is halved until it fits, and later ones keep that size', async context => {
  const { model, received } = await serveEmbedder(context, {}, ({ body }) =>
    inputOf(body).join('').length > 6 ? { status: 413, body: 'too large' } : answering({ body }),
  )

  const answer = await model.embed(requestOf(['111', '222', '333', '444', '555']), attempt())
  const before = received.length
  await model.embed(requestOf(['1', '2', '3', '4', '5']), attempt())

  expect(numbersOf(answer).map(numbers => (numbers as number[])[0])).toEqual([111, 222, 333, 444, 555])
  expect(received.length - before).toBe(1)
})

test('a single input that is too large is rejected', async context => {
  const { model, received } = await serveEmbedder(
    context,
    {},
    { status: 413, body: says('Payload too large') },
  )

  await expect(model.embed(requestOf(['x']), attempt())).rejects.toMatchObject({
    code: 'request_too_large',
    status: 413,
    param: 'input',
    message: 'Payload too large',
  })
  expect(received.length).toBe(1)
})
