import { afterEach, expect, test, vi } from 'vitest'
import type { ModelEntry } from './model-entry.ts'
import type { ModelType } from './model-type.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import {
  keyed,
  list,
  local,
  refusalOf,
  registryOf,
  teamChat,
  vllm,
} from '#lib/providers/transport/__fixtures__/test-registry.ts'
import { eventStream, plainJson, readFixture, type Reply } from '#lib/providers/__fixtures__/test-upstream.ts'

test('a configured model has the operator’s settings', () => {
  const { registry } = registryOf([vllm], [teamChat])

  const { model, ...rest } = registry.resolve('team-chat')

  expect(rest).toEqual({
    publicId: 'team-chat',
    catalogId: 'vllm/qwen3-32b',
    listed: true,
    providerId: 'my-vllm',
    price: expect.objectContaining({ listed: { input: 0.1, output: 0.4 } }),
    contextWindow: 32_768,
    input: ['text', 'image'],
    fallbacks: ['local/x'],
  })
  expect(model).toMatchObject({ providerId: 'my-vllm', modelId: 'qwen3-32b' })
  expect(registry.resolve('team-chat').model).toBe(model)
  expect(registry.imageReaders()).toEqual(['team-chat'])
})

test('a model is looked up once a second, and again after a list was read', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 10_000 })
  const { registry } = registryOf([vllm], [teamChat], [list({ id: 'qwen3-32b' })])
  const first = registry.resolve('team-chat')

  vi.setSystemTime(10_999)
  expect(registry.resolve('team-chat')).toBe(first)
  vi.setSystemTime(11_000)
  const second = registry.resolve('team-chat')
  expect(second).not.toBe(first)
  expect(second).toEqual(first)
  await registry.list()
  expect(registry.resolve('team-chat')).not.toBe(second)
})
afterEach(() => {
  vi.useRealTimers()
})

test('models of a provider that reports costs are marked', () => {
  const { registry } = registryOf([keyed('openrouter'), keyed('together')])

  expect(registry.resolve('openrouter/a').reportsCosts).toBe(true)
  expect(registry.resolve('together/a').reportsCosts).toBeUndefined()
})

test('any model of a configured provider is provider/model, slashes included', () => {
  const { registry } = registryOf([keyed('together')])

  const resolved = registry.resolve('together/meta-llama/Llama-3.3-70B')

  expect(resolved.model.modelId).toBe('meta-llama/Llama-3.3-70B')
  expect(resolved).toMatchObject({
    publicId: 'together/meta-llama/Llama-3.3-70B',
    providerId: 'together',
    fallbacks: [],
  })
})

test('a type of model over an OpenAI-compatible API is created once per model, by any provider that has one', () => {
  const { registry } = registryOf([vllm, keyed('cohere', 'cohere')])
  const type: ModelType<ModelUpstream> = {
    kind: 'chat',
    inputField: 'input',
    create: upstream => ({ ...upstream }),
  }

  const { publicId, model } = registry.resolveAs(type, 'my-vllm/x')

  expect(publicId).toBe('my-vllm/x')
  expect(model).toMatchObject({ providerId: 'my-vllm', modelId: 'x', inputField: 'input' })
  expect(registry.resolveAs(type, 'my-vllm/x').model).toBe(model)
  expect(registry.resolveAs({ ...type }, 'my-vllm/x').model).not.toBe(model)
  expect(() => registry.resolveAs(type, 'cohere/x')).toThrow('The provider `cohere` has no chat models.')
})

test('an embedded model may have a long TTFT, reads only text, and keeps its prefix', () => {
  const { registry } = registryOf([], [], [], local)

  const resolved = registry.resolve('local/qwen3-1.7b')

  expect(resolved).toMatchObject({ providerId: 'local', timers: { firstEventMs: 300_000 }, input: ['text'] })
  expect(resolved.model.modelId).toBe('local/qwen3-1.7b')
})

test.each([
  [
    'sextant-embeddings-v3',
    'The model `sextant-embeddings-v3` is served by the provider `jina`, which is not configured. Add its key under Team → Providers or set JINA_API_KEY.',
  ],
  [
    'ollama/llama3.2',
    'The model `ollama/llama3.2` is served by the provider `ollama`, which is not configured. Add its address under Team → Providers or set OLLAMA_HOST.',
  ],
  ['team-caht', 'The model `team-caht` does not exist. Did you mean `team-chat`?'],
  ['zzz', 'The model `zzz` does not exist. See GET /v1/models for all models.'],
  ['my-vllm/', 'The model `my-vllm/` does not exist. See GET /v1/models for all models.'],
  ['scrape', 'The model `scrape` does not chat; use it with POST /v1/web.'],
  [
    'cohere/command-a',
    'The model `cohere/command-a` is served by the provider `cohere`, which is not configured. Add its key under Team → Providers or set COHERE_API_KEY.',
  ],
])('%s is a 404 with the next step', (id, message) => {
  const { registry } = registryOf([vllm], [teamChat])

  expect(refusalOf(() => registry.resolve(id))).toMatchObject({
    code: 'model_not_found',
    status: 404,
    param: 'model',
    message,
  })
})

test('a model of another kind and a provider without chat have their own errors', () => {
  const embedder: ModelEntry = {
    id: 'emb',
    provider: 'jina',
    upstream: 'e',
    kind: 'embeddings',
    fallbacks: [],
  }
  const { registry } = registryOf([keyed('jina', 'jina')], [embedder])

  expect(refusalOf(() => registry.resolve('emb')).message).toContain('POST /v1/embeddings')
  expect(refusalOf(() => registry.resolve('sextant-embeddings-v3')).message).toContain('POST /v1/embeddings')
  expect(refusalOf(() => registry.resolve('jina/x')).message).toBe('The provider `jina` has no chat models.')
})

test.each([
  [[{ ...vllm, baseUrl: null }], [], 'needs a baseUrl'],
  [[{ ...vllm, server: 'vlm' }], [], 'names the unknown server "vlm"; known servers are openai'],
  [[{ ...vllm, server: 'local' }], [], 'names the unknown server "local"'],
  [[], [teamChat], 'names the provider "my-vllm", which is not configured'],
])('an invalid entry stops the start (%#)', (providers, models, message) => {
  expect(() => registryOf(providers, models)).toThrow(message)
})

test('each provider is called at its URL, with its key, under its policy', async () => {
  const answer: Reply = {
    headers: plainJson,
    parts: [readFixture('openai', 'chat-logprobs.json')],
  }
  const message: Reply = {
    headers: plainJson,
    parts: [readFixture('anthropic', 'chat-message.json')],
  }
  const { registry, upstream } = registryOf(
    [
      vllm,
      { ...vllm, id: 'form', from: 'console', apiKey: null },
      keyed('gemini'),
      keyed('anthropic', 'anthropic'),
      keyed('cohere', 'cohere'),
    ],
    [],
    [answer, answer, answer, message, answer],
    local,
  )
  const attempt = {
    signal: new AbortController().signal,
    timers: { connectMs: 1, firstEventMs: 1, idleMs: 1, totalMs: 1 },
  }
  for (const id of ['my-vllm/m', 'form/m', 'gemini/m', 'anthropic/m', 'cohere/m']) {
    await registry
      .resolve(id)
      .model.generate({ model: id, messages: [{ role: 'user', content: 'x' }] }, attempt)
  }

  const seen = upstream.sent.map(({ target, path }) => [
    target.origin + target.basePath + path,
    target.policy,
    target.headers['authorization'] ?? target.headers['x-api-key'] ?? null,
  ])

  expect(seen).toEqual([
    ['http://10.0.0.5:8000/v1/chat/completions', 'operator', 'Bearer vllm-key'],
    ['http://10.0.0.5:8000/v1/chat/completions', 'guarded', null],
    ['https://generativelanguage.googleapis.com/v1beta/openai/chat/completions', 'operator', 'Bearer k'],
    ['https://api.anthropic.com/v1/messages', 'operator', 'k'],
    ['https://api.cohere.ai/compatibility/v1/chat/completions', 'operator', 'Bearer k'],
  ])
})

test('our own models process gets our internal token and no key', async () => {
  const { registry, upstream } = registryOf([], [], [{ headers: eventStream }], local)
  const attempt = {
    signal: new AbortController().signal,
    timers: { connectMs: 1, firstEventMs: 1, idleMs: 1, totalMs: 1 },
  }

  await expect(
    registry.resolve('local/x').model.generate({ model: 'x', messages: [] }, attempt),
  ).rejects.toThrow('read')

  expect(upstream.sent[0]?.target).toMatchObject({ origin: 'http://127.0.0.1:4000', policy: 'local' })
  expect(upstream.sent[0]?.target.headers).toMatchObject({ 'x-sextant-internal': 'internal' })
  expect(upstream.sent[0]?.target.headers).not.toHaveProperty('authorization')
})
