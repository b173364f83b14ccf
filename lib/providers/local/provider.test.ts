import { expect, test } from 'vitest'
import {
  createTestUpstream,
  plainJson,
  readFixture,
  type Reply,
} from '#lib/providers/__fixtures__/test-upstream.ts'
import { requestOf } from '#lib/providers/embedding/__fixtures__/test-embedder.ts'
import { createLocalProvider } from '#lib/providers/registry/create-provider.ts'
import { testRequest } from '#lib/providers/openai-compatible/__fixtures__/test-model.ts'
import { attempt } from '#lib/providers/transport/__fixtures__/raw-server.ts'

function serveLocal(reply: Reply) {
  const upstream = createTestUpstream(reply)
  const fetchImage = () => Promise.reject(new Error('no images here'))
  const local = { baseUrl: 'http://127.0.0.1:4000/v1', token: 'internal', checkChat: () => undefined }
  const provider = createLocalProvider(local, { request: upstream.request, fetchImage })
  const model = provider.embedding?.('local/bge-small-en-v1.5')
  if (model === undefined) throw new Error('the embedded engine embeds')
  return { model, upstream, provider }
}

test('embedded models are free', () => {
  const { provider } = serveLocal({})

  expect(provider.free).toBe(true)
})

test('our own process gets the task, the key and the truncation of texts', async () => {
  const { model, upstream } = serveLocal({ parts: [readFixture('openai', 'embeddings-base64.json')] })

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

test('its error codes are preserved, and time in its queue is reported', async () => {
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

test('2,048 texts are one request: the process batches itself', async () => {
  const data = Array.from({ length: 2048 }, (_, index) => ({ index, embedding: [1] }))
  const { model, upstream } = serveLocal({ parts: [JSON.stringify({ data })] })

  await model.embed(requestOf(data.map(() => 'x')), attempt())

  expect(upstream.sent.length).toBe(1)
})

test('tokens of a chat are counted by our own process, which must say a number', async () => {
  const serve = (text: string) => serveLocal({ headers: plainJson, parts: [text] })
  const request = { ...testRequest, models: ['other'], max_tokens: null }
  const counting = serve('{"input_tokens":14}')

  expect(await counting.provider.language?.('local/m').countTokens?.(request, attempt())).toBe(14)
  expect(counting.upstream.sent[0]?.path).toBe('/chat/completions/input_tokens')
  expect(JSON.parse(counting.upstream.sent[0]?.body ?? '')).toEqual({
    model: 'local/m',
    messages: testRequest.messages,
  })
  await expect(
    serve('{}').provider.language?.('local/m').countTokens?.(request, attempt()),
  ).rejects.toMatchObject({ code: 'upstream_error' })
})
