import { expect, test } from 'vitest'
import {
  createTestUpstream,
  plainJson,
  readFixture,
  type Reply,
} from '#lib/providers/__fixtures__/test-upstream.ts'
import { testAttempt } from '#lib/providers/openai-compatible/__fixtures__/test-model.ts'
import { messagesLayout, RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'
import { createProvider } from './create-provider.ts'
import type { ProviderEntry } from './provider-entry.ts'

const url = 'http://intranet.example/secret.png'
const inlined = 'data:image/png;base64,AAAA'

const answers = {
  openai: { headers: plainJson, parts: [readFixture('openai', 'chat-logprobs.json')] },
  anthropic: { headers: plainJson, parts: [readFixture('anthropic', 'chat-message.json')] },
  responses: { headers: plainJson, parts: [readFixture('openai', 'responses.json')] },
} satisfies Record<string, Reply>

/** What a provider is sent for an image by URL. */
async function sentFor(entry: Partial<ProviderEntry> & { kind: 'openai' | 'anthropic' }): Promise<string> {
  const upstream = createTestUpstream(answers[entry.kind])
  const provider = createProvider(
    { id: 'own', baseUrl: null, apiKey: 'k', from: 'file', ...entry },
    { request: upstream.request, fetchImage: () => Promise.resolve(inlined) },
  )
  const content = [{ type: 'image_url' as const, image_url: { url } }]
  await provider.language?.('m').generate({ model: 'm', messages: [{ role: 'user', content }] }, testAttempt)
  return String(upstream.sent[0]?.body)
}

test.each([
  ['an Anthropic-shaped server', { kind: 'anthropic', baseUrl: 'http://10.0.0.5/v1' }],
  ['a proxy that names a vendor', { kind: 'openai', server: 'openai', baseUrl: 'https://llm.example/v1' }],
  ['a vendor ID at another address', { kind: 'openai', id: 'openai', baseUrl: 'https://llm.example/v1' }],
  ['a host that only ends like a vendor', { kind: 'anthropic', baseUrl: 'https://evilanthropic.com/v1' }],
  ['an Ollama', { kind: 'openai', baseUrl: 'http://10.0.0.5:11434/v1' }],
] as const)('%s fetches no URL chosen by a client: it gets the image', async (_, entry) => {
  const sent = await sentFor(entry)

  expect(sent).not.toContain(url)
  expect(sent).toContain('AAAA')
})

test.each([
  ['Anthropic', { kind: 'anthropic', id: 'anthropic' }],
  ['OpenAI', { kind: 'openai', id: 'openai' }],
  ['Mistral by URL', { kind: 'openai', baseUrl: 'https://api.mistral.ai/v1' }],
] as const)('the public API of %s gets the URL', async (_, entry) => {
  expect(await sentFor(entry)).toContain(url)
})

const formats = (entry: Partial<ProviderEntry>, answer: keyof typeof answers = 'anthropic') => {
  const upstream = createTestUpstream(answers[answer])
  const provider = createProvider(
    { id: 'own', kind: 'openai', baseUrl: 'http://10.0.0.5:8000/v1', apiKey: 'k', from: 'file', ...entry },
    { request: upstream.request, fetchImage: () => Promise.resolve(inlined) },
  )
  const { messages, responses } = provider.language?.('m').native ?? {}
  return { upstream, messages, responses }
}

const sent = {
  envelope: new RequestEnvelope(Buffer.from('{"model":"x"}'), messagesLayout),
  set: {},
  publicId: 'own/m',
  query: '',
  headers: {},
}

test.each([
  [true, 'http://10.0.0.5:8000', '/v1'],
  ['https://api.deepseek.com/anthropic/v1', 'https://api.deepseek.com', '/anthropic/v1'],
] as const)('the Messages API of a server may be configured: %s', async (address, origin, basePath) => {
  const { upstream, messages } = formats({ apiFormats: { messages: address } })

  await messages?.generate(sent, testAttempt)

  expect(upstream.sent[0]).toMatchObject({
    target: { origin, basePath, headers: { authorization: 'Bearer k', 'x-api-key': 'k' } },
    path: '/messages',
    body: '{"model":"m"}',
  })
})

test.each([
  [true, 'http://10.0.0.5:8000', '/v1'],
  ['http://10.0.0.5:8001/responses-api', 'http://10.0.0.5:8001', '/responses-api'],
] as const)('the Responses API of a server may be configured: %s', async (address, origin, basePath) => {
  const { upstream, responses } = formats({ apiFormats: { responses: address } }, 'responses')

  await responses?.generate(sent, testAttempt)

  expect(upstream.sent[0]).toMatchObject({
    target: { origin, basePath, headers: { authorization: 'Bearer k' } },
    path: '/responses',
    body: '{"model":"m"}',
  })
  expect(upstream.sent[0]?.target.headers).not.toHaveProperty('x-api-key')
})

test("requests of the Responses API are forwarded to OpenAI's own servers unless that is configured", () => {
  const own = { id: 'openai', baseUrl: null } as const

  expect(formats({}).responses).toBeUndefined()
  expect(formats(own).responses).toBeDefined()
  expect(formats({ ...own, apiFormats: { responses: false } }).responses).toBeUndefined()
  expect(formats({ apiFormats: { responses: true } }).responses?.refusesUrls).toBe(true)
})

test('requests of the Messages API are forwarded to the kind anthropic unless that is configured', () => {
  expect(formats({}).messages).toBeUndefined()
  expect(formats({ apiFormats: { messages: false } }).messages).toBeUndefined()
  expect(formats({ kind: 'anthropic' }).messages).toBeDefined()
  expect(formats({ kind: 'anthropic', apiFormats: { messages: false } }).messages).toBeUndefined()
})

test('a server in our network refuses URLs in forwarded requests', () => {
  expect(formats({ apiFormats: { messages: true } }).messages?.refusesUrls).toBe(true)
  expect(formats({ kind: 'anthropic', id: 'anthropic', baseUrl: null }).messages?.refusesUrls).toBe(false)
})

const rejected = 'sk-rejected'
const twoKeys = {
  id: 'own',
  kind: 'openai',
  baseUrl: 'https://llm.example/v1',
  apiKey: null,
  apiKeys: ['sk-accepted', rejected],
  from: 'file',
} as const

test.each([
  [200, 'accepted'],
  [401, 'refused'],
  // A key that may chat and not list models.
  [403, 'unknown'],
  [429, 'unknown'],
  [500, 'unknown'],
  // A server without a model list.
  [404, 'unknown'],
] as const)('the check of a key whose model list has the status %s: %s', async (status, result) => {
  const upstream = createTestUpstream({ status, headers: plainJson, parts: ['{"data":[]}'] })
  const deps = { request: upstream.request, fetchImage: () => Promise.resolve(inlined) }
  const second = createProvider(twoKeys, deps).keys?.[1]

  expect(await second?.checkKey?.(new AbortController().signal)).toBe(result)
  expect(upstream.sent[0]).toMatchObject({
    method: 'GET',
    path: '/models',
    target: { headers: { authorization: `Bearer ${rejected}` } },
  })
})

test('a key is not checked where that costs something, or the model list needs none', async () => {
  const upstream = createTestUpstream({ headers: plainJson, parts: ['{}'] })
  const deps = { request: upstream.request, fetchImage: () => Promise.resolve(inlined) }
  const one = { baseUrl: null, apiKey: 'k', from: 'file' } as const

  expect(createProvider({ ...one, id: 'jina', kind: 'jina' }, deps).checkKey).toBeUndefined()
  await createProvider(
    { ...one, id: 'openrouter', kind: 'openai', baseUrl: 'https://openrouter.ai/api/v1' },
    deps,
  ).checkKey?.(new AbortController().signal)
  expect(upstream.sent[0]).toMatchObject({ path: '/key' })
})
