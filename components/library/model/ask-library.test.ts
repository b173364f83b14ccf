import { afterEach, expect, test, vi } from 'vitest'
import { answerWith } from './__fixtures__/console.ts'
import { askLibrary } from './ask-library.ts'
import { toFailedRun } from './library-failure.ts'

afterEach(() => vi.unstubAllGlobals())
const path = '/v1/library?limit=1'

test('a failure keeps the API’s error and request ID', async () => {
  const error = { message: 'No.', type: 'invalid_request_error', param: 'limit', code: 'invalid_value' }
  answerWith(() => Response.json({ error }, { status: 400, headers: { 'x-request-id': 'req_1' } }))

  const failed = await askLibrary({ method: 'GET', path }).catch((reason: Error) => toFailedRun(reason))

  expect(failed).toMatchObject({
    request: { path: '/v1/library' },
    response: { status: 400, headers: { 'x-request-id': 'req_1' } },
    failure: { kind: 'api', code: 'invalid_value', param: 'limit', message: 'No.' },
  })
})

test('an unreachable console, an offline browser and an invalid response are different failures', async () => {
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
    { kind: 'unreachable', message: 'Could not reach the console: Failed to fetch.' },
    { kind: 'offline' },
    { kind: 'unreachable', message: 'The API returned an unexpected response.' },
  ])
})

test('an aborted request is not a library failure', async () => {
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
