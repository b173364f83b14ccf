import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const token = 'internal-token-of-this-test'
const internal = { token, modelsPort: 1, consolePort: null, gatewayPort: null }
let sextant: TestGateway

beforeAll(async () => {
  sextant = await startTestGateway({ config: { internal } })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const body = { model: 'scripted/hang-first', messages: [{ role: 'user', content: 'Say hello' }] }

test('a request is listed for its key while it is answered', async () => {
  const key = await sextant.makeKey()
  const client = new AbortController()
  const team = sextant.teamId
  const before = Date.now()
  const answered = sextant.chat(body, { token: key.token, signal: client.signal }).catch(() => null)
  await sextant.upstream.seen(({ json }) => json?.model === 'hang-first')

  const { now, requests } = await open({ team, key: key.id })

  expect(requests).toEqual([
    { id: expect.stringMatching(/^req_/), started_at: expect.any(Number), model: 'scripted/hang-first' },
  ])
  expect(requests[0]?.started_at).toBeGreaterThanOrEqual(before)
  expect(now).toBeGreaterThanOrEqual(requests[0]?.started_at ?? Infinity)
  const none = [
    { team, key: 'key_other' },
    { team: 'team_other', key: key.id },
    { team, key: key.id, user: 'usr_other' },
  ]
  for (const search of none) expect((await open(search)).requests).toEqual([])

  client.abort()
  await answered
  expect((await sextant.row(requests[0]?.id ?? null)).status).toBe(499)
  expect((await open({ team, key: key.id })).requests).toEqual([])
})

test('only the console can read open requests', async () => {
  const response = await fetch(`${sextant.url}/internal/open?team=a&key=b`, {
    headers: { authorization: `Bearer ${sextant.token}` },
  })

  expect(response.status).toBe(404)
})

interface Open {
  readonly now: number
  readonly requests: readonly { id: string; started_at: number; model: string | null }[]
}

async function open(search: Record<string, string>): Promise<Open> {
  const response = await fetch(`${sextant.url}/internal/open?${new URLSearchParams(search)}`, {
    headers: { 'x-sextant-internal': token },
  })
  return response.json()
}
