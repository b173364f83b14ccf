import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingPostgres } from '#lib/store/__fixtures__/test-database.ts'
import { sharedPostgres } from '#lib/store/__fixtures__/test-store.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// A provider that counts its concurrent requests; `mayAnswer` holds its responses.
let inProgress = 0
let most = 0
let mayAnswer = () => sleep(50)
const answer = {
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
}
const provider = createServer((incoming, outgoing) => {
  most = Math.max(most, ++inProgress)
  incoming.resume().on('end', () => {
    void mayAnswer().then(() => {
      inProgress--
      outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  })
})
beforeAll(() => new Promise<void>(resolve => void provider.listen(0, '127.0.0.1', resolve)))
afterAll(() => void provider.close())

const start = (databaseUrl?: string) => {
  const { port } = provider.address() as AddressInfo
  const way = { provider: 'counted', upstream: 'm', weight: 1, tier: 0, maxParallelTotal: 3 }
  return startTestGateway({
    ...(databaseUrl !== undefined && { databaseUrl }),
    policy: { retriesMax: 0 },
    providers: [{ id: 'counted', baseUrl: `http://127.0.0.1:${port}/v1` }],
    models: [
      { id: 'limited', deployments: [way] },
      { id: 'relieved', deployments: [way, { provider: 'scripted', upstream: 'echo', weight: 1, tier: 1 }] },
    ],
  })
}

/** @param onRefused called with how many were refused so far */
async function burst(
  gateways: readonly TestGateway[],
  model: string,
  count: number,
  onRefused = (_refused: number) => {},
) {
  most = 0
  let refused = 0
  const answers = Array.from({ length: count }, async (_, at) => {
    const gateway = gateways[at % gateways.length]
    const body = { model, messages: [{ role: 'user', content: String(at) }], stream: at % 3 === 0 }
    const response = await gateway?.chat(body)
    await response?.text()
    if (response?.status === 429) onRefused(++refused)
    return response
  })
  return (await Promise.all(answers)).filter(response => response !== undefined)
}

test('a deployment gets no more requests at once than `maxParallelTotal`; the others go on or get 429', async () => {
  await using gateway = await start()

  const { promise, resolve } = Promise.withResolvers<void>()
  mayAnswer = () => promise
  const alone = await burst([gateway], 'limited', 12, refused => {
    if (refused === 9) resolve()
  })
  expect(most).toBe(3)
  expect(alone.filter(({ status }) => status === 200)).toHaveLength(3)
  const [refused] = alone.filter(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)

  mayAnswer = () => sleep(50)
  const relieved = await burst([gateway], 'relieved', 12)
  expect(most).toBe(3)
  expect(relieved.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  expect(relieved.map(({ headers }) => headers.get('sextant-attempts'))).toEqual(
    Array.from({ length: 12 }, () => '1'),
  )
  // All of them have been given back.
  expect((await burst([gateway], 'limited', 3)).map(({ status }) => status)).toEqual([200, 200, 200])
})

describe.skipIf(missingPostgres() !== null)('with PostgreSQL', () => {
  test('the limit holds over all instances', async () => {
    const databaseUrl = await (await sharedPostgres()).createDatabase()
    await using first = await start(databaseUrl)
    await using second = await start(databaseUrl)

    const answers = await burst([first, second], 'relieved', 24)

    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(3)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })
})
