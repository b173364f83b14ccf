import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loggedHttpSchema, type LoggedHttp } from '#lib/contracts/console/requests.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'
import { keptBytesMax } from './capture.ts'

let sextant: TestGateway
let token: string
beforeAll(async () => {
  sextant = await startTestGateway()
  token = (await sextant.makeKey({ keepBodies: true })).token
})
afterAll(() => sextant[Symbol.asyncDispose]())

const ask = (content: string) => ({ model: 'scripted/echo', messages: [{ role: 'user', content }] })

async function logged(response: Response): Promise<LoggedHttp> {
  await response.text()
  const id = response.headers.get('x-request-id') ?? ''
  return vi.waitFor(
    async () => {
      const bodies = await sextant.store.bodies.get(sextant.teamId, id)
      return loggedHttpSchema.parse(JSON.parse(bodies?.http ?? ''))
    },
    { timeout: 10_000 },
  )
}

test('both sides are logged: request line, headers and bodies, with keys masked', async () => {
  const response = await sextant.chat(ask('Hello'), { token })

  const { client, exchanges, skipped } = await logged(response)

  expect({ ...client, skipped }).toMatchObject({ method: 'POST', path: '/v1/chat/completions', skipped: 0 })
  expect(Object.fromEntries(client.request_headers)).toMatchObject({
    authorization: '[redacted]',
    'content-type': 'application/json',
  })
  expect(client.response?.status).toBe(200)
  expect(Object.fromEntries(client.response?.headers ?? [])).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': response.headers.get('x-request-id'),
  })
  const [exchange] = exchanges
  expect(exchanges).toHaveLength(1)
  expect(exchange).toMatchObject({
    attempt: 1,
    provider: 'scripted',
    model: 'echo',
    method: 'POST',
    host: '[redacted]',
    path: '/…/chat/completions',
    broken: false,
  })
  expect(Object.fromEntries(exchange?.request_headers ?? [])).toMatchObject({ authorization: '[redacted]' })
  expect(JSON.parse(exchange?.request?.text ?? '')).toMatchObject({ model: 'echo' })
  expect(exchange?.response).toMatchObject({ status: 200, body: { kind: 'body', whole: true } })
})

test('each attempt has its own exchange, and times that follow each other', async () => {
  const body = { ...ask('Hello'), model: 'scripted/error-503', models: ['scripted/echo'] }

  const { exchanges } = await logged(await sextant.chat(body, { token }))

  expect(exchanges.map(({ attempt }) => attempt)).toEqual(exchanges.map((_, at) => at + 1))
  expect(exchanges.map(({ response }) => response?.status)).toEqual([
    ...exchanges.slice(1).map(() => 503),
    200,
  ])
  for (const { start_ms: start, end_ms: end } of exchanges) expect(end).toBeGreaterThanOrEqual(start)
})

test('a streamed answer is logged by event, with its time', async () => {
  const { exchanges } = await logged(await sextant.chat({ ...ask('Hello you'), stream: true }, { token }))

  const body = exchanges[0]?.response?.body
  const events = JSON.parse(body?.text ?? '') as [number, string][]
  expect(body).toMatchObject({ kind: 'events', whole: true })
  expect(events.every(([, text]) => text.endsWith('\n\n'))).toBe(true)
  expect(events.at(-1)?.[1]).toBe('data: [DONE]\n\n')
})

test('a provider that cannot be reached is an exchange without a response', async () => {
  const { client, exchanges } = await logged(
    await sextant.chat({ ...ask('Hello'), model: 'refused/x' }, { token }),
  )

  expect(client.response?.status).toBe(502)
  expect(exchanges[0]).toMatchObject({ provider: 'refused', response: null, broken: true })
})

test('a long request is truncated and marked on both sides', async () => {
  const { exchanges } = await logged(await sextant.chat(ask('word '.repeat(100_000)), { token }))

  const request = exchanges[0]?.request
  expect(request).toMatchObject({ whole: false })
  expect(Buffer.byteLength(request?.text ?? '')).toBe(keptBytesMax)
})

test('nothing is recorded for a key without payload logging', async () => {
  const response = await sextant.chat(ask('Hello'))
  await response.text()

  const id = response.headers.get('x-request-id')
  expect((await sextant.row(id)).bodiesKept).toBe(false)
  expect(await sextant.store.bodies.get(sextant.teamId, id ?? '')).toBeNull()
})
