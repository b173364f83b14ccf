import { afterAll, beforeAll, expect, test } from 'vitest'
import { keySchema } from '#lib/contracts/api/key.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway()
})
afterAll(() => sextant[Symbol.asyncDispose]())

const ok = { model: 'scripted/echo', messages: [{ role: 'user', content: 'hello' }] }
const operator = { id: null, name: 'test', address: null }

test('keys of a team share its limits from the moment they are set, and see them', async () => {
  const [one, other] = [await sextant.makeKey({ requestsPerMinute: 1000 }), await sextant.makeKey()]
  const ask = (token: string) => sextant.chat(ok, { token })
  expect((await ask(one.token)).headers.get('x-ratelimit-limit-requests')).toBe('1000')
  expect((await ask(other.token)).headers.get('x-ratelimit-limit-requests')).toBeNull()

  await sextant.store.settings.update(sextant.teamId, { teamRequestsPerMinute: 3 }, operator)
  await expect.poll(() => limitsOf(one.token)).toMatchObject({ requests_per_minute: 3 })
  await expect.poll(() => limitsOf(other.token)).toMatchObject({ requests_per_minute: 3 })

  const answered = [await ask(one.token), await ask(other.token), await ask(one.token)]
  expect(answered.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answered.map(({ headers }) => headers.get('x-ratelimit-remaining-requests'))).toEqual([
    '2',
    '1',
    '0',
  ])
  const refused = await ask(other.token)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('x-ratelimit-limit-requests')).toBe('3')
  expect(await refused.json()).toMatchObject({
    error: { message: expect.stringContaining('This team is limited to 3 requests per minute.') },
  })

  await sextant.store.settings.update(sextant.teamId, { teamRequestsPerMinute: null }, operator)
  await expect.poll(() => limitsOf(other.token)).toMatchObject({ requests_per_minute: null })
  expect((await ask(other.token)).status).toBe(200)
})

async function limitsOf(token: string) {
  const response = await fetch(`${sextant.url}/v1/key`, { headers: { authorization: `Bearer ${token}` } })
  return keySchema.parse(await response.json()).team_limits
}
