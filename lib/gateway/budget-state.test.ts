import { afterAll, beforeAll, expect, test } from 'vitest'
import { keySchema } from '#lib/contracts/api/key.ts'
import type { BudgetTerms } from '#lib/store/budgets/write-budget.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// `You said: hi` is three tokens of the scripted upstream, so that a call costs $0.003.
const say = { messages: [{ role: 'user', content: 'hi' }], max_tokens: 3 }
const callNanos = 3_000_000
const price = { input: 0, output: 1000 }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({
    policy: { retriesMax: 0 },
    models: [
      { id: 'priced', price },
      { id: 'unpriced' },
      { id: 'given', price: 'free' },
      { id: 'covered', fallbacks: ['priced'] },
    ],
  })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('every response under a budget says its limit, and how much is left', async () => {
  const key = await makeKey({ limitNanos: 100 * callNanos, period: 'month' })

  const response = await gateway.chat({ ...say, model: 'priced' }, key)

  expect(response.headers.get('sextant-budget-limit')).toBe('0.3')
  expect(Number(response.headers.get('sextant-budget-remaining'))).toBeCloseTo(0.297, 9)
  expect(Number(response.headers.get('sextant-budget-reset')) * 1000).toBeGreaterThan(Date.now())
  expect(response.headers.get('sextant-budget-warning')).toBeNull()
})

test('a whole response reports the cost of its own request, not what was reserved for it', async () => {
  const key = await makeKey({ limitNanos: 100 * callNanos, period: 'month' })
  // Reserves 19 times the cost.
  const large = { ...say, max_tokens: 57 }

  const answered = await gateway.chat({ ...large, model: 'priced' }, key)
  gateway.upstream.next({ kind: 'error', status: 400 })
  const failed = await gateway.chat({ ...large, model: 'priced' }, key)
  const streamed = await gateway.chat({ ...large, model: 'priced', stream: true }, key)
  await streamed.text()

  expect([answered.status, failed.status, streamed.status]).toEqual([200, 400, 200])
  const left = [answered, failed, streamed].map(each => Number(each.headers.get('sextant-budget-remaining')))
  expect(left[0]).toBeCloseTo(0.297, 9)
  expect(left[1]).toBeCloseTo(0.297, 9)
  // The cost of a stream is known only at its end.
  expect(left[2]).toBeCloseTo(0.24, 9)
})

test('a budget that is nearly used warns at 80 and 95 percent, once in the log and on each response', async () => {
  const key = await makeKey({ limitNanos: 20 * callNanos, period: null })
  const { budgetId } = await keyRow(key.id)
  const call = async () => {
    const response = await gateway.chat({ ...say, model: 'priced' }, key)
    await response.text()
    return response.headers.get('sextant-budget-warning')
  }
  const first = await Promise.all(Array.from({ length: 15 }, call))
  await isSpent(budgetId, 15 * callNanos)
  const warnings: (string | null)[] = []
  for (let calls = 16; calls <= 20; calls++) {
    warnings.push(await call())
    await isSpent(budgetId, calls * callNanos)
  }
  const refused = await gateway.chat({ ...say, model: 'priced' }, key)

  expect(new Set(first)).toEqual(new Set([null]))
  expect(warnings).toEqual(['80% used', '80% used', '80% used', '95% used', '100% used'])
  expect(refused.status).toBe(429)
  expect(refused.headers.get('sextant-budget-remaining')).toBe('0')
  expect(refused.headers.get('sextant-budget-warning')).toBe('100% used')
  const logged = gateway.logs.filter(line => line['budget'] === budgetId)
  expect(logged.map(line => line['percent'])).toEqual([80, 95, 100])
})

test('the reservation of a request in progress is not used: no warning says so', async () => {
  const key = await makeKey({ limitNanos: 20 * callNanos, period: null })
  const { budgetId } = await keyRow(key.id)

  const response = await gateway.chat({ ...say, max_tokens: 57, model: 'priced' }, key)
  await response.text()
  await isSpent(budgetId, callNanos)

  expect(response.headers.get('sextant-budget-warning')).toBeNull()
  expect(gateway.logs.filter(line => line['budget'] === budgetId)).toEqual([])
})

test.each([
  ['few tokens', { max_tokens: 12 }],
  ['any number of tokens', {}],
])(
  'a response of %s says what is left after its own cost, as GET /v1/key does at once, to the end of the budget',
  async (_name, limit) => {
    const limitNanos = 10 * callNanos + 2 * 256_000_000
    const key = await makeKey({ limitNanos, period: null })

    for (let calls = 1; calls <= 10; calls++) {
      const response = await gateway.chat({ ...say, max_tokens: undefined, ...limit, model: 'priced' }, key)
      await response.text()
      const left = Number(response.headers.get('sextant-budget-remaining'))

      expect(response.status).toBe(200)
      expect(left).toBeCloseTo((limitNanos - calls * callNanos) / 1e9, 9)
      expect((await budgetOf(key))?.remaining).toBe(left)
    }
  },
)

test('a key whose budget was not used for a while gets budget headers at once, on refusals and streams, too', async () => {
  const named = (response: Response) => response.headers.get('sextant-budget-remaining')
  const makeUnused = async () => makeKey({ limitNanos: 100 * callNanos, period: 'month' })

  const free = await gateway.chat({ ...say, model: 'given' }, await makeUnused())
  const stream = await gateway.chat({ ...say, model: 'given', stream: true }, await makeUnused())
  const unpriced = await gateway.chat({ ...say, model: 'unpriced' }, await makeUnused())
  const unknown = await gateway.chat({ ...say, model: 'scripted/none' }, await makeUnused())

  expect(await Promise.all([free, stream, unpriced, unknown].map(each => each.text()))).toHaveLength(4)
  expect([free, stream, unpriced].map(each => each.status)).toEqual([200, 200, 403])
  expect([free, stream, unpriced, unknown].map(named)).toEqual(['0.3', '0.3', '0.3', '0.3'])
})

test('a request that only waits for what others have reserved may be repeated', async () => {
  const key = await makeKey({ limitNanos: 100 * callNanos, period: null })
  gateway.upstream.next({ kind: 'hang', at: 'head' })
  const abort = new AbortController()
  const pending = gateway.chat({ ...say, max_tokens: 280, model: 'priced' }, { ...key, signal: abort.signal })
  await expect.poll(async () => (await budgetOf(key))?.reserved).toBeGreaterThan(0.2)

  const refused = await gateway.chat({ ...say, max_tokens: 30, model: 'priced' }, key)

  expect(refused.status).toBe(429)
  expect(refused.headers.get('x-should-retry')).toBeNull()
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({
    error: {
      code: 'rate_limit_exceeded',
      message: expect.stringMatching(
        /^This request may cost up to \$0.03.*reserved for requests in progress/,
      ) as string,
    },
  })
  abort.abort()
  await pending.catch(() => undefined)
})

async function budgetOf({ token }: { readonly token: string }) {
  const response = await fetch(`${gateway.url}/v1/key`, { headers: { authorization: `Bearer ${token}` } })
  return keySchema.parse(await response.json()).budget
}

test('a key without a budget gets no budget headers', async () => {
  const response = await gateway.chat({ ...say, model: 'priced' })

  expect([...response.headers.keys()].filter(name => name.startsWith('sextant-budget'))).toEqual([])
})

test('GET /v1/key says the limits and budgets of the key, and nothing of another', async () => {
  const key = await makeKey({ limitNanos: 100 * callNanos, period: 'month' })
  const { budgetId } = await keyRow(key.id)
  await (await gateway.chat({ ...say, model: 'priced' }, key)).text()
  await isSpent(budgetId, callNanos)

  const response = await fetch(`${gateway.url}/v1/key`, { headers: { authorization: `Bearer ${key.token}` } })

  expect(keySchema.parse(await response.json())).toMatchObject({
    id: key.id,
    models: null,
    expires_at: null,
    limits: { requests_per_minute: null },
    budget: { limit: 0.3, spent: 0.003, period: 'month', resets_at: expect.any(Number) as number },
    team_budget: null,
  })
  expect((await fetch(`${gateway.url}/v1/key`)).status).toBe(401)
})

test('GET /v1/key counts against no limit and leaves no row', async () => {
  const key = await gateway.makeKey({ requestsPerMinute: 1 })
  const ask = async () => {
    const response = await fetch(`${gateway.url}/v1/key`, {
      headers: { authorization: `Bearer ${key.token}` },
    })
    await response.text()
    return response.status
  }

  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200])
  expect((await gateway.chat({ ...say, model: 'priced' }, key)).status).toBe(200)
})

test('a budget of a new team rejects models without a price: a fallback with one answers instead', async () => {
  const key = await makeKey({ limitNanos: 100 * callNanos, period: 'month' })
  const asked = gateway.upstream.requests.length

  const refused = await gateway.chat({ ...say, model: 'unpriced' }, key)
  const covered = await gateway.chat({ ...say, model: 'covered' }, key)
  const free = await gateway.chat({ ...say, model: 'given' }, key)
  const unlimited = await gateway.chat({ ...say, model: 'unpriced' })

  expect(refused.status).toBe(403)
  expect(refused.headers.get('x-should-retry')).toBe('false')
  expect(await refused.json()).toEqual({
    error: {
      message:
        '`unpriced` has no price, and this budget rejects requests whose cost it cannot count. Set a price under Models, or allow models without a price under Settings → Team.',
      type: 'permission_error',
      param: 'model',
      code: 'model_unpriced',
    },
  })
  expect(await covered.json()).toMatchObject({ model: 'priced' })
  expect([free.status, unlimited.status]).toEqual([200, 200])
  expect(gateway.upstream.requests).toHaveLength(asked + 3)
})

async function isSpent(budgetId: string | null, nanos: number): Promise<void> {
  const id = budgetId ?? ''
  const spentNanos = async () => (await gateway.store.budgets.find([id])).get(id)?.spentNanos
  await expect.poll(spentNanos, { interval: 5 }).toBe(nanos)
}

async function keyRow(id: string) {
  const row = await gateway.store.keys.get(gateway.teamId, id)
  if (row === null) throw new Error(`no key ${id}`)
  return row
}

function makeKey(budget: BudgetTerms) {
  return gateway.makeKey({ budget })
}
