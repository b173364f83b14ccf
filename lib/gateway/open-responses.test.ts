import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { complianceCases, imageUrl } from '#scripts/verify/compliance-cases.ts'
import type { Script } from '#e2e/support/script.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// The cases of `npm run verify:responses`, and the messages that the provider gets for them.

vi.setConfig({ testTimeout: 60_000 })

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    // Deadlines of a busy machine.
    timers: { keepAliveMs: 60_000, plainMs: 30_000, firstEventMs: 30_000 },
  })
  const by = { id: null, name: 'test', address: null }
  await sextant.store.settings.update(sextant.teamId, { storedResponseDays: 30 }, by)
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

const call: Script = {
  kind: 'answer',
  reasoning: 'A tool knows.',
  toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
}
const scripts: Readonly<Record<string, readonly Script[]>> = {
  'streaming-response': [{ kind: 'answer', reasoning: 'Hm.', text: ['One ', 'two.'] }],
  'tool-calling': [call, call],
  'previous-response-id': [{ kind: 'answer', text: ['Hello Ada.'] }],
}
const user = { role: 'user' }
const messages: Readonly<Record<string, readonly unknown[]>> = {
  'basic-response': [user],
  'streaming-response': [user],
  'system-prompt': [{ role: 'system', content: 'You are a pirate.' }, user],
  'tool-calling': [user],
  'function-call-roundtrip': [user, { role: 'assistant' }, { role: 'tool', content: 'Rain at 4 °C.' }],
  'image-input': [{ content: [{ type: 'text' }, { type: 'image_url', image_url: { url: imageUrl } }] }],
  'file-input': [{ content: expect.stringContaining('The boat leaves at nine.') as string }],
  'multi-turn': [user, { content: 'Hello Ada.' }, user],
  'previous-response-id': [user, { content: 'Hello Ada.' }, user],
}

test.each(complianceCases)('$name', async ({ name, run }) => {
  sextant.upstream.next(...(scripts[name] ?? []))

  await run(body => sextant.post('/v1/responses', { model: 'scripted/echo', ...body }))

  expect(sextant.upstream.requests.at(-1)?.json?.messages).toMatchObject(messages[name] ?? [])
})

test('a response that is not valid fails its case', async () => {
  const [basic] = complianceCases
  const body = JSON.stringify({ id: 'resp_1', object: 'response' })

  await expect(basic?.run(async () => new Response(body))).rejects.toThrow(/^response: \w+/)
  await expect(basic?.run(async () => new Response('{}', { status: 400 }))).rejects.toThrow('HTTP 400')
})
