import { afterEach, expect, test, vi } from 'vitest'
import { answerWith } from './__fixtures__/console.ts'
import { askLibrary } from './ask-library.ts'
import { toFailedRun } from './library-failure.ts'

afterEach(() => vi.unstubAllGlobals())
const path = '/v1/library?limit=1'

test('a refusal keeps what the API said of it, its request id included', async () => {
  const error = { message: 'No.', type: 'invalid_request_error', param: 'limit', code: 'invalid_value' }
  answerWith(() => Response.json({ error }, { status: 400, headers: { 'x-request-id': 'req_1' } }))

  const failed = await askLibrary({ method: 'GET', path }).catch((reason: Error) => toFailedRun(reason))

  expect(failed).toMatchObject({
    request: { path: '/v1/library' },
    response: { status: 400, headers: { 'x-request-id': 'req_1' } },
    failure: { kind: 'api', code: 'invalid_value', param: 'limit', message: 'No.' },
  })
})

test('a console that is away, a browser that is offline and an answer that is none are told apart', async () => {
  const reasons: unknown[] = []
  const ask = () =>
    askLibrary({ method: 'GET', path }).catch((reason: Error) => reasons.push(toFailedRun(reason).failure))
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
  await ask()
  vi.stubGlobal('navigator', { onLine: false })
  await ask()
  answerWith(() => new Response('[]'))
  await ask()

  expect(reasons).toEqual([
    { kind: 'unreachable', message: 'The console could not be reached: Failed to fetch.' },
    { kind: 'offline' },
    { kind: 'unreachable', message: 'The API answered with something unexpected.' },
  ])
})

test('a call that was given up is no failure of the library', async () => {
  answerWith(() => Response.json({}))

  await expect(askLibrary({ method: 'GET', path, signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('a body is sent as JSON through the console’s route', async () => {
  const asked = answerWith(() => Response.json({ ok: true }))

  await askLibrary({ method: 'POST', path: '/v1/library/search', body: { query: 'tides' } })

  expect(asked).toEqual([{ method: 'POST', path: '/api/run/v1/library/search', body: { query: 'tides' } }])
})
