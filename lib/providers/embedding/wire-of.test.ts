import { expect, test, describe } from 'vitest'
import { attempt, type RawReply, type Answer } from '#lib/providers/transport/__fixtures__/raw-server.ts'
import type { ProviderEntry } from '#lib/providers/registry/provider-entry.ts'
import { requestOf, serveEmbedder, numbersOf, sentField } from './__fixtures__/test-embedder.ts'
import { createTestUpstream, readFixture, type Reply } from '#lib/providers/__fixtures__/test-upstream.ts'
import { createLocalProvider } from '#lib/providers/registry/create-provider.ts'

const openAiShape = (vectors: string) => `{"data":[${vectors}],"usage":{"total_tokens":2}}`
const entry = (vector: string) => `{"embedding":${vector}}`

/** How each server writes a list of vectors. */
const shapes: readonly (readonly [string, Partial<ProviderEntry>, (vectors: readonly string[]) => string])[] =
  [
    ['OpenAI', { server: 'openai' }, vectors => openAiShape(vectors.map(entry).join())],
    ['Jina', { kind: 'jina' }, vectors => openAiShape(vectors.map(entry).join())],
    ['Voyage', { kind: 'voyage' }, vectors => openAiShape(vectors.map(entry).join())],
    ['Mixedbread', { kind: 'mixedbread' }, vectors => openAiShape(vectors.map(entry).join())],
    ['Cohere', { kind: 'cohere' }, vectors => `{"embeddings":{"float":[${vectors.join()}]},"meta":{}}`],
    ['TEI', { kind: 'tei' }, vectors => `[${vectors.join()}]`],
    ['Ollama', { server: 'ollama' }, vectors => `{"embeddings":[${vectors.join()}]}`],
  ]

const faults: readonly (readonly [string, (write: (vectors: readonly string[]) => string) => RawReply])[] = [
  ['a vector too few', write => ({ body: write(['[1]']) })],
  ['a vector too many', write => ({ body: write(['[1]', '[2]', '[3]']) })],
  ['NaN', write => ({ body: write(['[1]', '[NaN]']) })],
  ['null in a vector', write => ({ body: write(['[1]', '[null]']) })],
  ['an empty vector', write => ({ body: write(['[]', '[]']) })],
  ['two lengths', write => ({ body: write(['[1]', '[1,2]']) })],
  ['a cut answer', write => ({ kind: 'cut', body: write(['[1]', '[2]']).slice(0, -1) })],
  ['an answer cut by a proxy that says it is whole', write => ({ body: write(['[1]', '[2]']).slice(0, -1) })],
  ['more behind the answer', write => ({ body: `${write(['[1]', '[2]'])}]` })],
  ['an empty object', () => ({ body: '{}' })],
  ['an empty list', () => ({ body: '[]' })],
  ['a text', () => ({ body: '"ok"' })],
  ['a page', () => ({ body: '<html>' })],
]

const pairs = shapes.flatMap(([server, settings, write]) =>
  faults.map(([fault, reply]) => ({ server, settings, write, fault, reply })),
)

test.for(pairs)(
  '$fault in the shape of $server is no answer',
  async ({ settings, write, reply }, context) => {
    const { model } = await serveEmbedder(context, settings, reply(write))

    await expect(model.embed(requestOf(['a', 'b']), attempt())).rejects.toMatchObject({
      code: 'upstream_error',
      status: 502,
      retryable: true,
    })
  },
)

test.for(shapes)(
  'in the shape of %s, vectors pass as they were written',
  async ([, settings, write], context) => {
    const { model } = await serveEmbedder(context, settings, { body: write(['[1,0.5]', ' [ 2, -1e-3 ] ']) })

    const { vectors } = await model.embed(requestOf(['a', 'b']), attempt())

    expect(vectors.map(({ text }) => text.toString())).toEqual(['[1,0.5]', '[ 2, -1e-3 ]'])
  },
)

test('members that nobody asked for are stepped over in every shape', async context => {
  const body = `{"x":[{"embeddings":1}],"embeddings":{"int8":[[1]],"float":[[1,2]]},
    "meta":{"warnings":["\\u00e9"],"billed_units":{"images":0,"input_tokens":3}},"response_type":"embeddings_by_type"}`
  const { model } = await serveEmbedder(context, { kind: 'cohere' }, { body })

  const answer = await model.embed(requestOf(['a']), attempt())

  expect(answer.promptTokens).toBe(3)
  expect(answer.vectors[0]).toMatchObject({ dimensions: 2 })
})

function serveLocal(reply: Reply) {
  const upstream = createTestUpstream(reply)
  const fetchImage = () => Promise.reject(new Error('no images here'))
  const local = { baseUrl: 'http://127.0.0.1:4000/v1', token: 'internal' }
  const provider = createLocalProvider(local, { request: upstream.request, fetchImage })
  const model = provider.embedding?.('local/bge-small-en-v1.5')
  if (model === undefined) throw new Error('the embedded engine embeds')
  return { model, upstream }
}

test('our own process hears what a text is for, whose call it is, and what to do with long ones', async () => {
  const { model, upstream } = serveLocal({ parts: [readFixture('embedding', 'openai-base64.json')] })

  const request = requestOf(['a', 'b'], { task: 'retrieval.query', truncate: true, encoding: 'base64' })
  const answer = await model.embed(request, attempt({ keyId: 'key_1' }))

  expect(upstream.sent[0]).toMatchObject({
    path: '/embeddings',
    target: {
      origin: 'http://127.0.0.1:4000',
      basePath: '/v1',
      headers: { 'x-sextant-internal': 'internal' },
    },
    headers: { 'x-sextant-key': 'key_1' },
  })
  expect(JSON.parse(upstream.sent[0]?.body ?? '')).toEqual({
    model: 'local/bge-small-en-v1.5',
    input: ['a', 'b'],
    encoding_format: 'base64',
    task: 'retrieval.query',
    truncate: true,
    normalized: true,
  })
  expect(answer.promptTokens).toBe(8)
})

test('its codes stand, and time in its queue is reported', async () => {
  const body = {
    error: { message: 'Too long.', type: 't', param: 'input.1', code: 'context_length_exceeded' },
  }
  const { model } = serveLocal({
    status: 400,
    headers: { 'server-timing': 'queue;dur=12, load;dur=900' },
    parts: [JSON.stringify(body)],
  })
  const waits: [string, number][] = []

  const embedding = model.embed(
    requestOf(['a', 'b']),
    attempt({ waited: (phase, ms) => void waits.push([phase, ms]) }),
  )

  await expect(embedding).rejects.toMatchObject({ code: 'context_length_exceeded', param: 'input.1' })
  expect(waits).toEqual([
    ['queue', 12],
    ['load', 900],
  ])
})

test('2,048 texts are one request: it batches by itself', async () => {
  const data = Array.from({ length: 2048 }, (_, index) => ({ index, embedding: [1] }))
  const { model, upstream } = serveLocal({ parts: [JSON.stringify({ data })] })

  await model.embed(requestOf(data.map(() => 'x')), attempt())

  expect(upstream.sent.length).toBe(1)
})

const texts = ['a', 'b']
const floats = { body: readFixture('embedding', 'mixedbread.json') }

test('a request goes out in its words', async context => {
  const { model, received } = await serveEmbedder(context, { kind: 'mixedbread' }, floats)

  const answer = await model.embed(
    requestOf(texts, { normalized: false, dimensions: 4, encoding: 'base64', extra: { user: 'u' } }),
    attempt(),
  )

  expect(received[0]).toMatchObject({
    path: '/v1/embeddings',
    headers: { authorization: 'Bearer the-operators-key' },
  })
  expect(received[0]?.body).toEqual({
    model: 'm-1',
    input: texts,
    encoding_format: 'base64',
    normalized: false,
    dimensions: 4,
  })
  expect(answer.promptTokens).toBe(9)
  expect(numbersOf(answer)[0]).toEqual([0.0259, -0.0312, 0.0471, 0.0003])
})

test.for<[string, 'retrieval.query' | 'retrieval.passage', string | undefined]>([
  ['mxbai-embed-large-v1', 'retrieval.query', 'Represent this sentence for searching relevant passages: '],
  ['mxbai-embed-large-v1', 'retrieval.passage', undefined],
  ['another', 'retrieval.query', undefined],
])('%s for %s gets the prompt %j', async ([modelId, task, prompt], context) => {
  const { model, received } = await serveEmbedder(context, { kind: 'mixedbread', modelId }, floats)

  await model.embed(requestOf(texts, { task }), attempt())

  expect(sentField(received, 'prompt')).toBe(prompt)
})

describe('tei wire', () => {
  const texts = ['a', 'b']
  const floats = {
    headers: { 'x-compute-tokens': '17', 'x-compute-type': 'cpu' },
    body: readFixture('embedding', 'tei.json'),
  }

  /** A server that takes no more than 32 inputs, as TEI does by default. */
  const limited: Answer = ({ body }) => {
    const { inputs } = body as { inputs: string[] }
    const error = `batch size ${inputs.length} > maximum allowed batch size 32`
    if (inputs.length > 32) return { status: 413, body: { error, error_type: 'Validation' } }
    return { headers: { 'x-compute-tokens': '1' }, body: inputs.map(text => [Number(text), 1]) }
  }

  test.for(['', '/', '/v1', '/behind/a/proxy'])(
    'at the base address %j its own route is asked',
    async (path, context) => {
      const { model, received } = await serveEmbedder(context, { kind: 'tei', path }, floats)

      const answer = await model.embed(
        requestOf(texts, { truncate: true, normalized: false, encoding: 'base64', extra: { user: 'u' } }),
        attempt(),
      )

      expect(received[0]?.path).toBe(path === '/behind/a/proxy' ? '/behind/a/proxy/embed' : '/embed')
      expect(received[0]?.headers.authorization).toBe('Bearer the-operators-key')
      expect(received[0]?.body).toEqual({ inputs: texts, truncate: true, normalize: false })
      expect(answer.promptTokens).toBe(17)
      expect(numbersOf(answer)[1]).toEqual([0.031144, 0.012877, -0.027755, 0.009931])
    },
  )

  test('without a key, none is sent', async context => {
    const { model, received } = await serveEmbedder(context, { kind: 'tei', apiKey: null }, floats)

    await model.embed(requestOf(texts), attempt())

    expect(received[0]?.headers).not.toHaveProperty('authorization')
  })

  test('its maximum is learnt from its refusal, and kept to', async context => {
    const all = Array.from({ length: 100 }, (_, index) => String(index))
    const { model, received } = await serveEmbedder(context, { kind: 'tei' }, limited)

    const first = await model.embed(requestOf(all), attempt())
    const askedBefore = received.length
    const second = await model.embed(requestOf(all.slice(0, 40)), attempt())

    expect(numbersOf(first)).toEqual(all.map(text => [Number(text), 1]))
    expect(first.promptTokens).toBe(4)
    expect(askedBefore).toBe(1 + 4)
    expect(second.vectors.length).toBe(40)
    expect(
      received.slice(askedBefore).map(({ body }) => (body as { inputs: string[] }).inputs.length),
    ).toEqual([32, 8])
  })

  test('the same refusal as 422 is understood', async context => {
    const { model } = await serveEmbedder(context, { kind: 'tei' }, received => {
      const reply = typeof limited === 'function' ? limited(received) : limited
      return 'status' in reply && reply.status === 413 ? { ...reply, status: 422 } : reply
    })

    const answer = await model.embed(requestOf(Array.from({ length: 33 }, () => '1')), attempt())

    expect(answer.vectors.length).toBe(33)
  })

  test.for<[number, unknown, string, boolean]>([
    [
      422,
      { error: '`inputs` must have less than 512 tokens. Given: 700', error_type: 'Validation' },
      'context_length_exceeded',
      false,
    ],
    [
      413,
      { error: '`inputs` must have less than 512 tokens. Given: 700', error_type: 'Validation' },
      'context_length_exceeded',
      false,
    ],
    [422, { error: 'tokenizer error', error_type: 'Tokenizer' }, 'invalid_value', false],
    [424, { error: 'inference error', error_type: 'Backend' }, 'upstream_error', false],
    [429, { error: 'Model is overloaded', error_type: 'Overloaded' }, 'rate_limit_exceeded', true],
    [503, { error: 'unhealthy', error_type: 'Unhealthy' }, 'upstream_error', true],
  ])('its %i is %s', async ([status, body, code, retryable], context) => {
    const { model, received } = await serveEmbedder(context, { kind: 'tei' }, { status, body })

    const embedding = model.embed(requestOf(texts), attempt())

    await expect(embedding).rejects.toMatchObject({
      code,
      retryable,
      param: code === 'context_length_exceeded' ? 'input' : null,
    })
    expect(received.length).toBe(1)
  })
})

describe('jina wire', () => {
  const texts = ['a', 'b']

  test('a request says what the texts are for', async context => {
    const { model, received } = await serveEmbedder(
      context,
      { kind: 'jina', modelId: 'jina-embeddings-v3' },
      { body: readFixture('embedding', 'jina.json') },
    )

    const answer = await model.embed(
      requestOf(texts, {
        task: 'retrieval.query',
        dimensions: 4,
        truncate: true,
        normalized: false,
        extra: { user: 'u' },
      }),
      attempt(),
    )

    expect(received[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer the-operators-key' },
    })
    expect(received[0]?.body).toEqual({
      user: 'u',
      model: 'jina-embeddings-v3',
      input: texts,
      embedding_type: 'float',
      normalized: false,
      truncate: true,
      task: 'retrieval.query',
      dimensions: 4,
    })
    expect(answer.promptTokens).toBe(15)
    expect(numbersOf(answer)[0]).toEqual([0.05543, -0.11083, 0.03419, 0.07812])
  })

  test('base64 comes as it is, and the total stands for the tokens', async context => {
    const { model, received } = await serveEmbedder(
      context,
      { kind: 'jina' },
      { body: readFixture('embedding', 'jina-base64.json') },
    )

    const answer = await model.embed(requestOf(texts, { encoding: 'base64' }), attempt())

    expect(received[0]?.body).toMatchObject({ embedding_type: 'base64' })
    expect(answer.vectors[0]?.encoding).toBe('base64')
    expect(answer.promptTokens).toBe(15)
  })

  test('the second generation gets no field that it does not know', async context => {
    const { model, received } = await serveEmbedder(
      context,
      { kind: 'jina', modelId: 'jina-embeddings-v2-base-en' },
      { body: readFixture('embedding', 'jina.json') },
    )

    await model.embed(requestOf(texts, { task: 'separation' }), attempt())

    expect(received[0]?.body).toEqual({
      model: 'jina-embeddings-v2-base-en',
      input: texts,
      embedding_type: 'float',
      normalized: true,
      truncate: false,
    })
  })

  test('parts of one text are never sent apart', async context => {
    const chunks = Array.from({ length: 600 }, (_, index) => String(index))
    const data = chunks.map((_, index) => ({ index, embedding: [index] }))
    const { model, received } = await serveEmbedder(context, { kind: 'jina' }, { body: { data } })

    const answer = await model.embed(requestOf(chunks, { lateChunking: true }), attempt())

    expect(received.length).toBe(1)
    expect(received[0]?.body).toMatchObject({ late_chunking: true })
    expect(answer.vectors.length).toBe(600)
  })
})

describe('voyage wire', () => {
  const texts = ['a', 'b']
  const floats = { body: readFixture('embedding', 'voyage.json') }

  test('a plain request holds nothing that Voyage does not know', async context => {
    const { model, received } = await serveEmbedder(
      context,
      { kind: 'voyage', modelId: 'voyage-3.5' },
      floats,
    )

    const answer = await model.embed(requestOf(texts, { extra: { user: 'u' } }), attempt())

    expect(received[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer the-operators-key' },
    })
    expect(received[0]?.body).toEqual({ model: 'voyage-3.5', input: texts, truncation: false })
    expect(answer.promptTokens).toBe(10)
    expect(numbersOf(answer)[1]).toEqual([-0.0069352793507277966, 0.020878976210951805, 0.0345, 0.0129])
  })

  test('everything that it can say is said in its words', async context => {
    const embedding = Buffer.from(new Float32Array(512).buffer).toString('base64')
    const body = { data: [{ embedding, index: 0 }], usage: { total_tokens: 3 } }
    const { model, received } = await serveEmbedder(context, { kind: 'voyage' }, { body })

    const answer = await model.embed(
      requestOf(['a'], { encoding: 'base64', dimensions: 300, task: 'retrieval.query', truncate: true }),
      attempt(),
    )

    expect(received[0]?.body).toEqual({
      model: 'm-1',
      input: ['a'],
      truncation: true,
      input_type: 'query',
      output_dimension: 512,
      encoding_format: 'base64',
    })
    expect(answer.vectors[0]).toMatchObject({ encoding: 'base64', dimensions: 512 })
  })

  test.for<[string, string | undefined]>([
    ['retrieval.passage', 'document'],
    ['separation', undefined],
  ])('the task %s is %s', async ([task, inputType], context) => {
    const { model, received } = await serveEmbedder(context, { kind: 'voyage' }, floats)

    await model.embed(requestOf(texts, { task: task as 'separation' }), attempt())

    expect(sentField(received, 'input_type')).toBe(inputType)
  })

  test('what its large models cannot take at once is sent in parts', async context => {
    const long = Array.from({ length: 5 }, () => 'x'.repeat(100_000))
    const { model, received } = await serveEmbedder(context, { kind: 'voyage' }, ({ body }) => ({
      body: { data: (body as { input: string[] }).input.map((_, index) => ({ index, embedding: [1] })) },
    }))

    const answer = await model.embed(requestOf(long), attempt())

    expect(
      received.map(({ body }) => (body as { input: string[] }).input.length).toSorted((a, b) => a - b),
    ).toEqual([2, 3])
    expect(answer.vectors.length).toBe(5)
    expect(answer.promptTokens).toBeNull()
  })

  test('its way to say that a batch is too large halves it', async context => {
    const says = { detail: 'Request to model failed. Please lower the number of tokens in the batch.' }
    const { model, received } = await serveEmbedder(
      context,
      { kind: 'voyage' },
      { status: 400, body: says },
      ({ body }) => ({
        body: { data: (body as { input: string[] }).input.map((_, index) => ({ index, embedding: [1] })) },
      }),
    )

    const answer = await model.embed(requestOf(['a', 'b', 'c']), attempt())

    expect(
      received.map(({ body }) => (body as { input: string[] }).input.length).toSorted((a, b) => a - b),
    ).toEqual([1, 2, 3])
    expect(answer.vectors.length).toBe(3)
  })
})

describe('ollama wire', () => {
  const texts = ['a', 'b']

  test.for(['/v1', '/v1/', ''])('at the base address %j its own route is asked', async (path, context) => {
    const body = readFixture('embedding', 'ollama.json')
    const { model, received } = await serveEmbedder(
      context,
      { server: 'ollama', path, apiKey: null },
      { body },
    )

    const answer = await model.embed(
      requestOf(texts, { encoding: 'base64', dimensions: 4, extra: { user: 'u' } }),
      attempt(),
    )

    expect(received[0]?.path).toBe('/api/embed')
    expect(received[0]?.body).toEqual({ model: 'm-1', input: texts, truncate: false, dimensions: 4 })
    expect(answer.promptTokens).toBe(14)
    expect(answer.vectors[0]?.encoding).toBe('float')
    expect(numbersOf(answer)[0]).toEqual([0.010071029, -0.0017594862, 0.05007221, 0.04692972])
  })

  test.for<[number, unknown, string, string]>([
    [400, { error: 'the input length exceeds the context length' }, 'context_length_exceeded', 'input'],
    [404, { error: 'model "m-1" not found, try pulling it first' }, 'model_not_found', 'model'],
  ])('its %i is told as what it is', async ([status, body, code, param], context) => {
    const { model } = await serveEmbedder(context, { server: 'ollama' }, { status, body })

    await expect(model.embed(requestOf(texts), attempt())).rejects.toMatchObject({ code, param, status })
  })
})
