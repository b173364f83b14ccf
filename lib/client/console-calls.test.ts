import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createApiKey } from '#components/playground/code/model/create-api-key.ts'
import { cancelDownload, downloadsQuery, startDownload } from '#components/playground/form/model/downloads.ts'
import { modelsQuery } from './models.ts'

type Answer = (path: string, init: RequestInit) => Response

function serve(answer: Answer) {
  const asked = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>(async (path, init = {}) =>
    answer(path, init),
  )
  vi.stubGlobal('fetch', asked)
  return asked
}
afterEach(() => vi.unstubAllGlobals())

const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })
const refusal = (message: string) => Response.json({ error: { message, code: 'x' } }, { status: 503 })

test('models without an id are skipped; missing fields stay unknown', async () => {
  serve(() => Response.json({ object: 'list', data: [{ id: 'a' }, { name: 'b' }, null] }))

  expect(await queries().fetchQuery(modelsQuery)).toEqual([{ id: 'a' }])
})

test('a failed list request has the API’s error message', async () => {
  serve(() => refusal('The database is unavailable.'))

  await expect(queries().fetchQuery(modelsQuery)).rejects.toThrow('The database is unavailable.')
})

test('a response that is not JSON is reported by its status', async () => {
  serve(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))

  await expect(queries().fetchQuery(modelsQuery)).rejects.toThrow('502')
})

test('invalid downloads are skipped', async () => {
  const progress = {
    model: 'local/x',
    state: 'downloading',
    doneBytes: 1,
    totalBytes: 2,
    bytesPerSecond: 1,
    remainingMs: 1,
  }
  serve(() => Response.json({ object: 'list', data: [progress, { model: 'half' }] }))

  expect(await queries().fetchQuery(downloadsQuery)).toEqual([progress])
})

test('a download is started and canceled by its name, including slashes', async () => {
  const asked = serve(() => new Response('data: {}\n\n'))

  await startDownload('local/x')
  await cancelDownload('local/x')

  expect(asked.mock.calls.map(([path, init]) => [init?.method, path])).toEqual([
    ['POST', '/api/models/pull?id=local%2Fx'],
    ['DELETE', '/api/models/pull?id=local%2Fx'],
  ])
})

test('a rejected download has the error message', async () => {
  serve(() => refusal('The disk is full.'))

  await expect(startDownload('local/x')).rejects.toThrow('The disk is full.')
})

test('a new key is returned once; a rejection and an unreachable console have a message', async () => {
  serve(() => Response.json({ token: 'sxt_made' }, { status: 201 }))
  expect(await createApiKey({ name: 'a', contract: 'chat' })).toEqual({ ok: true, token: 'sxt_made' })

  serve(() => refusal('Give the key a name.'))
  expect(await createApiKey({ name: '', contract: 'chat' })).toEqual({
    ok: false,
    problem: 'Give the key a name.',
  })

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await createApiKey({ name: 'a', contract: 'chat' })).toMatchObject({ ok: false })
})
