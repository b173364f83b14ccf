import { expect, test } from 'vitest'
import {
  createTestUpstream,
  plainJson,
  readFixture,
  type Reply,
} from '#lib/providers/__fixtures__/test-upstream.ts'
import { testAttempt } from '#lib/providers/openai-compatible/__fixtures__/test-model.ts'
import { createProvider } from './create-provider.ts'
import type { ProviderEntry } from './provider-entry.ts'

const url = 'http://intranet.example/secret.png'
const inlined = 'data:image/png;base64,AAAA'

const answers = {
  openai: { headers: plainJson, parts: [readFixture('openai', 'chat-logprobs.json')] },
  anthropic: { headers: plainJson, parts: [readFixture('anthropic', 'chat-message.json')] },
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
