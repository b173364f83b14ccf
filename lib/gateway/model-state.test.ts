import { expect, test } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { startWebServer, typed, type WebPage } from '#lib/capabilities/__fixtures__/web-server.ts'
import {
  chatModel,
  hostToken,
  pretendFetched,
  startHost,
} from '#lib/models/http/__fixtures__/running-host.ts'
import { createScriptedEngine, finish, text } from '#lib/models/http/__fixtures__/scripted-runner.ts'
import { createScriptedSmallModel } from '#lib/models/http/__fixtures__/scripted-small-model.ts'
import { startSearchGateway } from './__fixtures__/search-gateway.ts'
import { startTestGateway } from './__fixtures__/test-gateway.ts'

test('a stream that waits for an embedded model to load says how far it is, and why, before a keep-alive is due', async () => {
  await using host = await startScriptedUpstream()
  const note = 'loading 40%; reason=first_use'
  const headersSent = Promise.withResolvers<void>()
  const wait = { beforeEvent: 0, until: headersSent.promise }
  host.next({ kind: 'answer', text: 'Hello', comments: [note], wait })
  await using sextant = await startTestGateway({
    local: { baseUrl: host.baseUrl, token: 'internal', checkChat: () => undefined },
    timers: { firstEventMs: 20_000, idleMs: 20_000, streamMs: 30_000, keepAliveMs: 20_000 },
  })
  const messages = [{ role: 'user', content: 'Hi' }]

  const response = await sextant.chat({ model: 'local/small', messages, stream: true })
  headersSent.resolve()
  const body = await response.text()

  expect(response.headers.get('sextant-model-state')).toBe('loading; progress=40%; reason=first_use')
  expect(body.startsWith(`: ${note}\n\n`)).toBe(true)
  expect(body).toContain('Hello')
})

async function startSearch(isLoaded: Promise<void>) {
  const embedder = createScriptedSmallModel()
  const engine = createScriptedEngine([...text('Llamas carry loads.'), finish])
  const host = await startHost({
    loadChat: async options => {
      await isLoaded
      return await engine.loadChat(options)
    },
    loadOnnx: async (entry, files) => {
      await isLoaded
      return await embedder.loadOnnx(entry, files)
    },
  })
  await pretendFetched(host.modelsDir)
  await pretendFetched(host.modelsDir, embeddings)
  const gateway = await startSearchGateway({
    local: { baseUrl: `${host.origin}/v1`, token: hostToken, checkChat: () => undefined },
    defaults: { chat: chatModel, embeddings },
    timers: { firstEventMs: 20_000, idleMs: 20_000, streamMs: 30_000, keepAliveMs: 20_000 },
  })
  const content = 'The llama carries loads in the Andes.'
  gateway.searx.found = { '': { results: [{ title: 'Llamas', url: 'https://animals.example/', content }] } }
  return {
    search: async ({ stream, focusMode }: { stream: boolean; focusMode: string }) =>
      await gateway.sextant.post('/v1/web', {
        model: 'sextant-ai-search',
        params: { query: 'What do llamas carry?', focusMode },
        stream,
      }),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await host[Symbol.asyncDispose]()
    },
  }
}

const embeddings = 'local/bge-small-en-v1.5'

test.each([
  ['the embedding model', 'webSearch', embeddings],
  ['the chat model', 'writingAssistant', chatModel],
])(
  'a streamed search says that it loads %s, long before a keep-alive is due',
  async (_, focusMode, model) => {
    const isLoaded = Promise.withResolvers<void>()
    await using gateway = await startSearch(isLoaded.promise)

    // Its headers arrive while the model is being loaded.
    const response = await gateway.search({ stream: true, focusMode })
    isLoaded.resolve()
    const body = await response.text()

    expect(response.headers.get('sextant-model-state')).toBe(
      `loading; progress=0%; reason=first_use; model=${model}`,
    )
    expect(body.startsWith(`: loading 0%; reason=first_use; model=${model}\n\n`)).toBe(true)
    expect(body.includes('\n\n: search done\n\n')).toBe(focusMode === 'webSearch')
    expect(body).toContain('data: [DONE]')
  },
)

test('a search in one piece says that it waited for a model to load, and how long', async () => {
  await using gateway = await startSearch(Promise.resolve())

  const { headers } = await gateway.search({ stream: false, focusMode: 'webSearch' })

  expect(headers.get('sextant-model-state')).toBe('loaded; reason=first_use')
  expect(headers.get('server-timing')).toMatch(/, load;dur=[\d.]+, /)
})

test.each([
  [
    '/v1/embeddings',
    { input: 'Hi' },
    { data: [{ index: 0, embedding: [0.6, 0.8] }], usage: { prompt_tokens: 1, total_tokens: 1 } },
  ],
  [
    '/v1/rerank',
    { query: 'Hi', documents: ['Hello'] },
    { results: [{ index: 0, relevance_score: 0.9 }], usage: { total_tokens: 1 } },
  ],
])('a response of %s that waited for an embedded model to load says why', async (path, body, answer) => {
  const models = [
    {
      id: 'local/small',
      object: 'model',
      created: 0,
      owned_by: 'local',
      type: path === '/v1/rerank' ? 'rerank' : 'embeddings',
    },
  ]
  const send =
    (value: unknown): WebPage =>
    (request, response) => {
      response.setHeader('server-timing', 'queue;dur=0.0, load;dur=812.5;desc=first_use')
      typed('application/json', JSON.stringify(value))(request, response)
    }
  await using host = await startWebServer({
    '/v1/models': send({ object: 'list', data: models }),
    [path]: send(answer),
  })
  await using sextant = await startTestGateway({
    local: { baseUrl: `${host.origin}/v1`, token: 'internal', checkChat: () => undefined },
  })

  const response = await sextant.post(path, { model: 'local/small', ...body })

  expect(response.status).toBe(200)
  expect(response.headers.get('sextant-model-state')).toBe('loaded; reason=first_use')
})
