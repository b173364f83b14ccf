import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  readSearchEvents,
  says,
  type SearchGateway,
  startSearchGateway,
} from './__fixtures__/search-gateway.ts'

const llamas = { title: 'Llamas', url: 'https://animals.example/llama', content: 'Llamas carry loads.' }
const quick = { optimizationMode: 'speed' }

describe('a search server', () => {
  const answer = (status: number, body: string) => (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  test.each<readonly [string, (response: ServerResponse) => void, string, RegExp]>([
    ['that gives no JSON', answer(403, 'Forbidden'), 'configuration', /json is not in search\.formats/],
    ['that has had enough', answer(429, '{}'), 'rate_limited', /searxng \(/],
    ['that is broken', answer(500, '{}'), 'error', /searxng \(/],
    ['that shows a page', answer(200, '<html>Sign in</html>'), 'error', /searxng \(/],
    ['that says nothing', answer(200, ''), 'error', /searxng \(/],
    ['that hangs up', response => void response.destroy(), 'unreachable', /searxng \(/],
  ])(
    '%s is reported with the next step where nothing else can be searched',
    async (_, fault, kind, reason) => {
      await using gateway = await startSearchGateway({ defaults: { chat: 'scripted/writer' } })
      gateway.searx.fault = fault
      gateway.sextant.upstream.next({ kind: 'answer', text: 'llama' })

      const { status, headers, error } = await gateway.search({ query: 'llamas', ...quick })

      expect(status).toBe(503)
      expect(error).toMatchObject({ code: 'search_unavailable', param: null })
      expect(error?.message).toMatch(reason)
      expect(error?.message).toMatch(/the library is empty.+SEARXNG_URL or BRAVE_API_KEY/)
      expect(headers.get('sextant-search')).toMatch(
        new RegExp(`^library=0;searxng=${kind}|library=0;searxng=error`),
      )
      expect(gateway.sextant.upstream.requests).toHaveLength(1)
    },
  )
})

test.each([
  ['youtubeSearch', /SEARXNG_URL or YOUTUBE_API_KEY, or add pages of youtube\.com/],
  ['redditSearch', /SEARXNG_URL or BRAVE_API_KEY, or add pages of reddit\.com/],
  ['wolframAlphaSearch', /SEARXNG_URL or WOLFRAM_APP_ID, or add pages and documents/],
])('the settings that enable %s are named', async (focusMode, advice) => {
  await using gateway = await startSearchGateway({ defaults: { chat: 'scripted/writer' } })
  gateway.searx.fault = response => void response.writeHead(500).end()
  gateway.sextant.upstream.next({ kind: 'answer', text: 'llama' })

  const { error } = await gateway.search({ query: 'llamas', focusMode, ...quick })

  expect(error?.message).toMatch(advice)
})

describe('with a server that answers', () => {
  let gateway: SearchGateway
  beforeAll(async () => {
    gateway = await startSearchGateway({ defaults: { chat: 'scripted/writer' } })
  })
  afterAll(async () => await gateway[Symbol.asyncDispose]())
  beforeEach(() => {
    gateway.reset()
    gateway.searx.found = { '': { results: [llamas] } }
  })

  test('unavailable images and videos are empty lists', async () => {
    gateway.searx.failing.add('bing images,google images').add('youtube')
    gateway.sextant.upstream.next(...says('llama', 'They carry loads [1].'))

    const { status, message } = await gateway.search({ query: 'llamas', ...quick })

    expect(status).toBe(200)
    expect(message).toMatchObject({ images: [], videos: [] })
  })

  test('images and videos have the fields that clients read, and sealed thumbnails with details', async () => {
    const picture = { title: 'A llama', url: 'https://p.example/', img_src: 'https://p.example/l.jpg' }
    const still = { thumbnail: 'https://v.example/still.jpg', url: 'https://v.example/w' }
    const frame = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
    gateway.searx.found = {
      '': { results: [llamas] },
      'bing images,google images': { results: [picture, { title: 'None', url: 'https://p.example/2' }] },
      youtube: {
        results: [
          { title: 'Llamas', ...still, iframe_src: frame },
          { title: 'Elsewhere', ...still, url: 'https://v.example/2', iframe_src: 'https://evil.example/' },
        ],
      },
    }
    gateway.sextant.upstream.next(...says('llama', 'Yes [1].'), ...says('llama', 'Yes [1].'))

    const plain = await gateway.search({ query: 'llamas', ...quick })
    const detailed = await gateway.search({ query: 'llamas', ...quick }, { details: true })

    expect(plain.message.images).toEqual([picture])
    expect(plain.message.videos).toEqual([
      { title: 'Llamas', url: still.url, img_src: still.thumbnail, iframe_src: frame },
    ])
    expect(detailed.message.images[0]?.thumbnail).toMatch(/^\/v1\/thumbnails\//)
  })

  test('failed or invalid suggestions are an empty list', async () => {
    gateway.sextant.upstream.next(
      { kind: 'answer', text: 'llama' },
      { kind: 'answer', text: 'Yes [1].' },
      { kind: 'error', status: 500 },
    )

    const { status, message } = await gateway.search({ query: 'llamas', ...quick })

    expect(status).toBe(200)
    expect(message.suggestions).toEqual([])
  })

  test('an engine may have any name; the header contains only valid characters', async () => {
    gateway.searx.found = { '': { results: [llamas], unresponsive: [['搜狗;x=1\r\n', 'timeout']] } }
    gateway.sextant.upstream.next(...says('llama', 'They carry loads [1].'))

    const { status, headers } = await gateway.search({ query: 'llamas', ...quick })

    expect(status).toBe(200)
    expect(headers.get('sextant-search')).toBe('library=0;searxng=1;searxng/???x?1??=engines')
  })

  test('a failed embedding model affects the order, not the answer', async () => {
    gateway.sextant.upstream.on('embed', { kind: 'error', status: 500 })
    gateway.sextant.upstream.on('writer', { kind: 'answer', text: 'They carry loads [1].' })

    const { status, message } = await gateway.search({ query: 'llamas' })

    expect(status).toBe(200)
    expect(message.sources).toHaveLength(1)
  })

  test('a failed embedding model affects attribution, not the answer', async () => {
    gateway.sextant.upstream.on('embed', { kind: 'error', status: 500 })
    // Enough common words to suggest this source, too few to be certain.
    const undecided = 'Llamas carry big boxes uphill.'
    gateway.sextant.upstream.on('writer', { kind: 'answer', text: undecided })

    const { status, message } = await gateway.search({ query: 'llamas' })

    expect(status).toBe(200)
    expect(message.content).toBe(undecided)
  })

  test.each([
    ['scripted/error-500', 502, 'upstream_error'],
    ['scripted/error-401', 502, 'upstream_error'],
    ['scripted/hang-first', 504, 'upstream_timeout'],
  ])('a chat model %s ends the search with %i', async (model, status, code) => {
    const given = await gateway.search({ query: 'llamas', ...quick, chatModel: { model } })

    expect(given).toMatchObject({ status, error: { code } })
  })

  test.each([
    [{ chatModel: { provider: 'nobody', model: 'x' } }, 'params.chatModel', 400, 'invalid_value'],
    [{ chatModel: { model: 'sextant-ai-search' } }, 'params.chatModel', 400, 'invalid_value'],
    [{ embeddingModel: { name: 'nobody/x' } }, 'params.embeddingModel', 400, 'invalid_value'],
    [
      { embeddingModel: { name: 'nobody/x' }, optimizationMode: 'speed' },
      'params.embeddingModel',
      400,
      'invalid_value',
    ],
    [
      { focusMode: 'writingAssistant', chatModel: { provider: 'local', name: 'extractive' } },
      'params.chatModel',
      400,
      'invalid_value',
    ],
  ])('%j is rejected before any request', async (params, param, status, code) => {
    const { searx, sextant } = gateway

    expect(await gateway.search({ query: 'llamas', ...params })).toMatchObject({
      status,
      error: { code, param },
    })
    expect([searx.asked, sextant.upstream.requests]).toEqual([[], []])
  })

  test('a named embedding model that its provider does not know is an error of the request', async () => {
    const { sextant, search } = gateway
    sextant.upstream.on('writer', { kind: 'answer', text: 'They carry loads [1].' })

    const named = await search({ query: 'llamas', embeddingModel: { model: 'scripted/error-404' } })

    expect(named).toMatchObject({
      status: 400,
      error: { code: 'invalid_value', param: 'params.embeddingModel' },
    })
  })

  test('a key uses only allowed models', async () => {
    const { token } = await gateway.sextant.makeKey({ models: ['scripted/echo'] })
    const post = async (params: object) =>
      await gateway.sextant.post('/v1/web', { model: 'sextant-ai-search', params }, { token })

    const refused = await post({ query: 'q', chatModel: { model: 'scripted/other' } })
    gateway.sextant.upstream.next(...says('llama', 'Yes [1].'))
    const allowed = await post({ query: 'q', chatModel: { model: 'scripted/echo' } })

    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      error: { code: 'model_not_allowed', param: 'params.chatModel' },
    })
    expect(allowed.status).toBe(200)
    // The default embedding model is not allowed, so it is not called.
    expect(gateway.sextant.upstream.requests.some(({ path }) => path.endsWith('/embeddings'))).toBe(false)
  })

  test('a response interrupted after its first content is an in-band error, without [DONE]', async () => {
    // A period is buffered until the next character.
    const pieces = ['Llamas ', 'carry ', 'loads [1].', ' And ', 'more']
    gateway.sextant.upstream.next(
      { kind: 'answer', text: 'llama' },
      { kind: 'answer', text: pieces, after: { events: 4, end: 'cut' } },
    )

    const body = { model: 'sextant-ai-search', params: { query: 'llamas', ...quick }, stream: true }
    const response = await gateway.sextant.post('/v1/web', body)
    const { error, done, text } = await readSearchEvents(response)

    expect(response.status).toBe(200)
    expect(text.trim()).toBe('Llamas carry loads [1].')
    expect(error).toMatchObject({ code: 'upstream_stream_interrupted' })
    expect(done).toBe(false)
  })

  test('a search that fails before its first word fails with its status, streamed or not', async () => {
    const body = {
      model: 'sextant-ai-search',
      params: { query: 'llamas', ...quick, chatModel: { model: 'scripted/error-500' } },
    }

    expect((await gateway.sextant.post('/v1/web', { ...body, stream: true })).status).toBe(502)
  })

  test.each([true, false])('a disconnect stops the model at once (streamed: %s)', async stream => {
    const { upstream } = gateway.sextant
    upstream.next({ kind: 'answer', text: 'llama' }, { kind: 'hang', at: 'head' })
    const left = new AbortController()
    const body = { model: 'sextant-ai-search', params: { query: 'llamas', ...quick }, stream }
    const asked = gateway.sextant.post('/v1/web', body, { signal: left.signal })
    const answering = await upstream.seen(({ json }) =>
      String(json?.messages?.at(-1)?.content).includes('<sources>'),
    )

    left.abort()

    await expect(asked).rejects.toThrow('abort')
    await expect.poll(() => answering.abortedAt).not.toBeNull()
  })
})

test('a search ends at its deadline, whatever it waits for', async () => {
  await using gateway = await startSearchGateway({
    defaults: { chat: 'scripted/writer' },
    timers: { searchMs: 250, firstEventMs: 5000, keepAliveMs: 5000 },
  })
  gateway.searx.found = { '': { results: [llamas] } }
  gateway.sextant.upstream.next({ kind: 'answer', text: 'llama' }, { kind: 'hang', at: 'head' })

  expect(await gateway.search({ query: 'llamas', ...quick })).toMatchObject({
    status: 504,
    error: { code: 'upstream_timeout' },
  })
})
