import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const token = 'internal-token-of-this-test'
const internal = { token, modelsPort: 1, consolePort: null, gatewayPort: null }
let sextant: TestGateway

beforeAll(async () => {
  sextant = await startTestGateway({ config: { internal } })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const body = { model: 'scripted/echo', messages: [{ role: 'user', content: 'Say hello' }] }

test('a request with a wrong key, or with a wrong path, is shown to the console by its address', async () => {
  const headers = { 'user-agent': 'claude-cli/2.1' }
  const before = (await refused()).now
  await sextant.chat(body, { token: 'sk-not-of-this-server', headers })
  await sextant.post('/chat/completions', body, { headers })
  await sextant.post('/v1/v1/messages?beta=true', body, { headers })
  await sextant.chat(body, { headers })
  const { requests } = await refused(`address=127.0.0.1&since=${before}`)

  expect(requests).toEqual([
    expect.objectContaining({ path: '/v1/v1/messages', status: 404, code: 'unknown_url' }),
    expect.objectContaining({ path: '/chat/completions', status: 404, code: 'unknown_url' }),
    {
      at: expect.any(Number),
      method: 'POST',
      path: '/v1/chat/completions',
      client: 'claude-cli/2.1',
      status: 401,
      code: 'invalid_api_key',
    },
  ])
  expect(JSON.stringify(requests)).not.toContain('sk-not')
  expect((await refused(`address=203.0.113.7&since=${before}`)).requests).toEqual([])
})

test('only the console can read refused requests', async () => {
  const response = await fetch(`${sextant.url}/internal/refused?address=127.0.0.1&since=0`, {
    headers: { authorization: `Bearer ${sextant.token}` },
  })

  expect(response.status).toBe(404)
})

async function refused(query = 'address=127.0.0.1'): Promise<{ now: number; requests: unknown[] }> {
  const response = await fetch(`${sextant.url}/internal/refused?${query}`, {
    headers: { 'x-sextant-internal': token },
  })
  return response.json()
}
