import { expect, test } from 'vitest'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const messages = [{ role: 'user', content: 'hi' }]
const patience = { timeout: 20_000 }

test('a thousand model names that clients made up leave no usage series of their name', async () => {
  await using gateway = await startTestGateway({ policy: { retriesMax: 0 } })
  const statuses = [400, 404, 422, 503]
  const names = Array.from({ length: 1000 }, (_, at) => `${at % 4 === 0 ? '' : 'scripted/'}invented-${at}`)
  const asked = names.filter(name => name.startsWith('scripted/'))
  gateway.upstream.next(
    ...asked.map((_, at) => ({ kind: 'error', status: statuses[at % statuses.length] ?? 400 }) as const),
  )

  for (let start = 0; start < names.length; start += 50) {
    await Promise.all(names.slice(start, start + 50).map(model => ask(gateway, model)))
  }

  await expect.poll(() => countedRequests(gateway), patience).toBe(names.length)
  expect(await modelsOfSeries(gateway)).toEqual([''])
}, 60_000)

test('a model that answered, and a listed one that failed, have a usage series of their name', async () => {
  await using gateway = await startTestGateway({
    policy: { retriesMax: 0 },
    models: [{ id: 'failing', upstream: 'error-503' }],
  })

  for (const model of ['scripted/echo', 'failing']) await ask(gateway, model)

  await expect.poll(() => countedRequests(gateway), patience).toBe(2)
  expect(await modelsOfSeries(gateway)).toEqual(['', 'failing', 'scripted/echo'])
})

test('refused requests count for the model that they name, and canceled ones for the model that answered', async () => {
  await using gateway = await startTestGateway({
    policy: { retriesMax: 0 },
    models: [{ id: 'priced', upstream: 'priced', price: { input: 1, output: 1000 } }],
    aliases: { fast: 'priced' },
  })
  const key = await gateway.makeKey({ budget: { limitNanos: 1000, period: null } })
  const limited = await gateway.makeKey({ tokensPerMinute: 1 })

  for (const { token } of [key, limited]) {
    const response = await gateway.chat({ model: 'fast', messages, max_tokens: 100 }, { token })
    await response.text()
    expect(response.status).toBe(429)
  }
  gateway.upstream.on('unlisted', { kind: 'answer', delayMs: 200 })
  const abort = new AbortController()
  const response = await gateway.chat(
    { model: 'scripted/unlisted', messages, stream: true },
    { signal: abort.signal },
  )
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('said')) text += (await reader?.read())?.value ?? ''
  abort.abort()

  await expect.poll(() => countedRequests(gateway), patience).toBe(3)
  expect(await modelsOfSeries(gateway)).toEqual(['', 'priced', 'scripted/unlisted'])
})

async function ask(gateway: TestGateway, model: string): Promise<void> {
  const response = await gateway.chat({ model, messages })
  await response.text()
}

async function countedRequests({ store, teamId }: TestGateway): Promise<number> {
  const filter = { keyIds: null, owner: null, model: null, provider: null, capability: null }
  const hourMs = 3_600_000
  const to = Math.ceil(Date.now() / hourMs) * hourMs
  const period = { from: to - 2 * hourMs, to }
  const [sums] = await store.usage.sums(teamId, { ...period, filter, by: null, withTimes: false })
  return sums?.requests ?? 0
}

async function modelsOfSeries({ dataDir }: TestGateway): Promise<string[]> {
  const backend = await openBackend(dataDir, null)
  const rows = await backend.database
    .selectFrom('usageSeries')
    .select('model')
    .distinct()
    .orderBy('model')
    .execute()
  await backend.close()
  return rows.map(row => row.model)
}
