import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMetrics } from './__fixtures__/read-metrics.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const patience = { timeout: 20_000 }
const text = 'A llama eats grass, hay and, where it gets any, carrots. '.repeat(10)

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({
    embedder: 'vectors',
    models: [{ id: 'vectors', upstream: 'vectors-8', kind: 'embeddings', price: { input: 1000, output: 0 } }],
  })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('background embedding counts in the log, usage and budget of the key that added the item', async () => {
  const key = await gateway.makeKey({ budget: { limitNanos: 1e12, period: null } })
  const id = await add(key)
  await expect.poll(() => stateOf(id), patience).toMatchObject({ state: 'indexed' })

  await expect.poll(() => rowsOf(key), patience).toHaveLength(1)
  const [row] = await rowsOf(key)
  expect(row).toMatchObject({
    status: 200,
    model: 'vectors',
    provider: 'scripted',
    attempts: 1,
    address: null,
  })
  expect(row?.promptTokens).toBeGreaterThan(100)
  expect(row?.costNanos).toBe((row?.promptTokens ?? NaN) * 1_000_000)
  const { budgetId } = (await gateway.store.keys.get(gateway.teamId, key.id)) ?? {}
  const { byId } = await gateway.store.budgets.list(gateway.teamId)
  expect(byId.get(budgetId ?? '')?.spentNanos).toBe(row?.costNanos)
  const metrics = await readMetrics(gateway)
  expect(metrics.of('sextant_model_tokens_total{model="vectors",kind="input"}')).toBe(row?.promptTokens)
  expect(metrics.of('sextant_attempts_total{provider="scripted",result="ok"}')).toBe(1)
})

test('items over its budget are not embedded, and report the reason', async () => {
  const key = await gateway.makeKey({ budget: { limitNanos: 1000, period: null } })

  const id = await add(key, 'Another text about llamas. '.repeat(20))

  await expect
    .poll(() => stateOf(id), patience)
    .toMatchObject({ state: 'failed', reason: expect.stringContaining('budget') as string })
  await expect
    .poll(() => rowsOf(key), patience)
    .toContainEqual(
      expect.objectContaining({
        status: 429,
        errorCode: 'insufficient_quota',
        attempts: 0,
        costNanos: 0,
      }),
    )
})

test('retries of an unavailable model leave no rows', async () => {
  await using stoppedGateway = await startTestGateway({ embedder: 'local/none' })
  await stoppedGateway.post('/v1/library', { title: 'Llamas', text })
  const status = async () => {
    const headers = { authorization: `Bearer ${stoppedGateway.token}` }
    return await (await fetch(`${stoppedGateway.url}/v1/library/status`, { headers })).text()
  }
  await expect.poll(status, patience).toContain('"waiting"')

  // Rows are written in the order in which requests end.
  const later = await stoppedGateway.chat({ model: 'echo', messages: [{ role: 'user', content: 'hi' }] })
  await stoppedGateway.row(later.headers.get('x-request-id'))

  const rows = await stoppedGateway.store.requests.list(stoppedGateway.teamId, { limit: 100 })
  expect(rows.map(({ route }) => route)).not.toContain('library-index')
})

async function add({ token }: { token: string }, content = text): Promise<string> {
  const response = await gateway.post('/v1/library', { title: 'Llamas', text: content }, { token })
  const { id } = (await response.json()) as { id: string }
  return id
}

async function stateOf(id: string): Promise<unknown> {
  const response = await fetch(`${gateway.url}/v1/library/${id}`, {
    headers: { authorization: `Bearer ${gateway.token}` },
  })
  return await response.json()
}

async function rowsOf({ id }: { id: string }) {
  const rows = await gateway.store.requests.list(gateway.teamId, { limit: 1000 })
  return rows.filter(({ keyId, route }) => keyId === id && route === 'library-index')
}
