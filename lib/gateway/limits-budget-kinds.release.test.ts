import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackendServer, startBackend } from '#lib/search-backends/__fixtures__/backend-server.ts'
import { recording } from './__fixtures__/recording.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Each kind of price reserves in its own way. In all of them the most that a call may cost is what it costs, or the
// unit of what is counted, so that 500 of 600 calls at once fit exactly.

const cent = 10_000_000
let gateway: TestGateway
let backend: BackendServer
beforeAll(async () => {
  backend = await startBackend({
    body: { results: [{ title: 'A', url: 'https://example.org/', content: 'B' }] },
  })
  gateway = await startTestGateway({
    allowsUnpriced: true,
    policy: { retriesMax: 0 },
    timers: {
      connectMs: 120_000,
      firstEventMs: 120_000,
      idleMs: 120_000,
      plainMs: 120_000,
      searchMs: 120_000,
    },
    search: {
      configured: [
        { id: 'tavily', baseUrl: backend.origin, apiKey: 'key-of-the-operator', price: { search: 5 } },
      ],
    },
    models: [
      { id: 'priced', price: { input: 0, output: 1000 } },
      { id: 'asked', price: { request: 2 } },
      { id: 'reported', upstream: 'reported' },
      { id: 'unpriced', provider: 'second' },
      { id: 'heard', upstream: 'heard', kind: 'speech', price: { audio: 0.36 } },
      { id: 'ranks', upstream: 'ranks', kind: 'rerank', price: { searchUnit: 2 } },
    ],
  })
  const { upstream } = gateway
  upstream.on('reported', { kind: 'answer', cost: 0.01 })
  upstream.on('ranks', { kind: 'scores' })
  // The first report: before it, a call reserves by the price catalog.
  await (await gateway.chat(say('reported'))).text()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await backend[Symbol.asyncDispose]()
})

const say = (model: string) => ({ model, messages: [{ role: 'user', content: 'hi' }], max_tokens: 3 })
const ofChat = (model: string) => (token: string) => gateway.chat(say(model), { token })

test.each<[string, number, (token: string) => Promise<Response>]>([
  ['tokens', 3_000_000, ofChat('priced')],
  ['requests', 2_000_000, ofChat('asked')],
  [
    'search units of rerank',
    2_000_000,
    token => gateway.post('/v1/rerank', { model: 'ranks', query: 'a', documents: ['b'] }, { token }),
  ],
  [
    'searches',
    5_000_000,
    token => gateway.post('/v1/web', { model: 'search', params: { query: 'a', library: false } }, { token }),
  ],
])(
  'of 600 calls at once on a budget for 500, priced by %s, 500 are answered and charged',
  async (_, nanos, ask) => {
    const { statuses, spentNanos } = await burst(500 * nanos, ask)

    expect(statuses.filter(status => status === 200)).toHaveLength(500)
    expect(statuses.filter(status => status === 429)).toHaveLength(100)
    expect(spentNanos).toBe(500 * nanos)
  },
)

test('of 600 calls at once of a model that reports its cost, at most 500 fit into a budget for 500', async () => {
  const { statuses, spentNanos } = await burst(500 * cent, ofChat('reported'))

  const answered = statuses.filter(status => status === 200).length
  expect(answered).toBeGreaterThanOrEqual(250)
  expect(answered).toBeLessThanOrEqual(500)
  expect(statuses.filter(status => status === 429)).toHaveLength(600 - answered)
  expect(spentNanos).toBe(answered * cent)
})

// A recording is reserved by its measured length.
const soundSeconds = 2
const sound = recording(soundSeconds)
const soundNanos = soundSeconds * 100_000

test('of 600 recordings, 20 at a time, on a budget for 500, 500 are answered and charged', async () => {
  answerRecordings(500)
  const { statuses, spentNanos } = await burst(500 * soundNanos, transcribe, 20)

  expect(statuses.filter(status => status === 200)).toHaveLength(500)
  expect(statuses.filter(status => status === 429)).toHaveLength(100)
  expect(spentNanos).toBe(500 * soundNanos)
}, 300_000)

// More files at once are refused before the budget, because few wait for the processes that read them.
test('600 recordings at once stay within a budget for 500', async () => {
  answerRecordings(600)
  const { statuses, spentNanos } = await burst(500 * soundNanos, transcribe)

  const answered = statuses.filter(status => status === 200).length
  expect(answered).toBeGreaterThanOrEqual(1)
  expect(statuses.filter(status => status === 429)).toHaveLength(600 - answered)
  expect(spentNanos).toBe(answered * soundNanos)
  gateway.upstream.reset()
}, 300_000)

function answerRecordings(count: number): void {
  const parts = [JSON.stringify({ text: 'Hello there.', duration: soundSeconds })]
  gateway.upstream.next(...Array.from({ length: count }, () => ({ kind: 'raw', parts }) as const))
}

async function transcribe(token: string): Promise<Response> {
  const form = new FormData()
  form.set('model', 'heard')
  form.set('file', new File([sound], 'talk.wav', { type: 'audio/wav' }))
  return await fetch(`${gateway.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
}

test('600 calls at once of an allowed model without a price use up no budget, however many there are', async () => {
  const { statuses, spentNanos } = await burst(600, ofChat('unpriced'))
  expect(statuses.filter(status => status === 200)).toHaveLength(600)
  expect(spentNanos).toBe(0)

  const some = await burst(500, ofChat('unpriced'))
  expect(some.statuses.filter(status => status !== 200 && status !== 429)).toEqual([])
  expect(some.spentNanos).toBe(0)
})

/** 600 calls by as many clients; fewer clients call one after another. */
async function burst(limitNanos: number, ask: (token: string) => Promise<Response>, clients = 600) {
  const { id, token } = await gateway.makeKey({ budget: { limitNanos, period: null } })
  const statuses: number[] = []
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let call = 0; call < 600 / clients; call++) {
        const response = await ask(token)
        await response.text()
        statuses.push(response.status)
      }
    }),
  )
  const key = await gateway.store.keys.get(gateway.teamId, id)
  const state = async () => {
    const { byId } = await gateway.store.budgets.list(gateway.teamId)
    return byId.get(key?.budgetId ?? '')
  }
  await expect.poll(async () => (await state())?.reservedNanos, { timeout: 30_000 }).toBe(0)
  return { statuses, spentNanos: (await state())?.spentNanos }
}
