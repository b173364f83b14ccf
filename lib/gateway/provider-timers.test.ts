import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const messages = [{ role: 'user', content: 'hello' }]
const patient = {
  firstEventMs: 60_000,
  idleMs: 60_000,
  plainMs: 60_000,
  streamMs: 60_000,
  keepAliveMs: 60_000,
}
let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    timers: patient,
    providers: [{ id: 'silent', timers: { plainMs: 200, firstEventMs: 200 } }],
  })
})
afterAll(() => sextant[Symbol.asyncDispose]())

test.each([
  [false, 'hang-head'],
  [true, 'hang-first'],
])(
  'a provider with deadlines of its own falls back when it is silent for longer (stream %s)',
  async (stream, upstream) => {
    const response = await sextant.chat({
      model: `silent/${upstream}`,
      models: ['second/echo'],
      messages,
      stream,
    })

    expect([response.status, response.headers.get('sextant-provider')]).toEqual([200, 'second'])
  },
)

test('embeddings have the deadlines of their provider', async () => {
  const { status } = await sextant.post('/v1/embeddings', { model: 'silent/hang-head', input: 'text' })

  expect(status).toBe(504)
})
