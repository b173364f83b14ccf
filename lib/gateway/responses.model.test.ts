import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { complianceCases } from '#scripts/verify/compliance-cases.ts'
import { chatModel, hostToken, type RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { startReal } from '#lib/models/llama/__fixtures__/real-host.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// A busy machine reads prompts slowly.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let host: RunningHost
let sextant: TestGateway
beforeAll(async () => {
  host = await startReal({ contextTokens: 4096 })
  sextant = await startTestGateway({
    local: { baseUrl: `${host.origin}/v1`, token: hostToken, checkChat: () => undefined },
    timers: {
      firstEventMs: 240_000,
      idleMs: 240_000,
      plainMs: 280_000,
      streamMs: 280_000,
      keepAliveMs: 10_000,
    },
  })
  const by = { id: null, name: 'test', address: null }
  await sextant.store.settings.update(sextant.teamId, { storedResponseDays: 30 }, by)
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
})

const answered = z.object({
  id: z.string(),
  store: z.boolean(),
  output: z.array(z.object({ content: z.array(z.object({ text: z.string() })) })),
  usage: z.object({
    input_tokens: z.number(),
    input_tokens_details: z.object({ cached_tokens: z.number() }),
  }),
})

async function answer(body: object) {
  const fields = { model: chatModel, max_output_tokens: 24, temperature: 0, ...body }
  const response = await sextant.post('/v1/responses', fields)
  const { id, store, output, usage } = answered.parse(await response.json())
  const text = output.flatMap(({ content }) => content.map(part => part.text)).join('')
  const { input_tokens: all, input_tokens_details: details } = usage
  return { id, store, text, all, cached: details.cached_tokens }
}

test('a stored conversation goes on where it ended: the model knows it and reads only what is new', async () => {
  const story = 'My name is Ada and I live in Oslo. '.repeat(20)

  const first = await answer({ input: `${story}Say hello.` })
  const second = await answer({ input: 'What is my name?', previous_response_id: first.id })

  expect([first.store, second.store]).toEqual([true, true])
  expect(second.text).toContain('Ada')
  expect(second.all).toBeGreaterThan(first.all)
  expect(second.cached).toBeGreaterThan(first.all - 16)
})

// With tools at hand, the smallest model calls again after the result of a call, until it reaches its limit.
const fieldsByCase: Readonly<Record<string, object>> = {
  'function-call-roundtrip': { tool_choice: 'none' },
}
const askAs = (fields: object) => (body: object) =>
  sextant.post('/v1/responses', { model: chatModel, temperature: 0, ...fields, ...body })

test.each(complianceCases.filter(({ name }) => name !== 'image-input'))(
  'the case $name of Open Responses',
  async ({ name, run }) => {
    await expect(run(askAs(fieldsByCase[name] ?? {}))).resolves.toBeUndefined()
  },
)

test('a picture is refused by a model that reads only text', async () => {
  const [image] = complianceCases.filter(({ name }) => name === 'image-input')

  await expect(image?.run(askAs({}))).rejects.toThrow(/^HTTP 400: .*image/)
})
