import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { startWebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { libraryStatusSchema } from '#lib/contracts/api/library-manage.ts'
import { readError } from './__fixtures__/read-error.ts'
import { startTestGateway } from './__fixtures__/test-gateway.ts'
import { eventually } from './__fixtures__/upload.ts'

vi.setConfig({ testTimeout: 60_000 })

test('without its embedding model the library searches by words and reports pending items', async () => {
  await using slow = await startTestGateway({
    embedder: 'scripted/error-503',
    policy: { retriesMax: 0 },
  })
  const added = await slow.post('/v1/library', { title: 'Note', text: 'The llama eats grass.' })
  expect(added.status).toBe(200)

  await eventually(async () => {
    const found = await slow.post('/v1/library/search', { query: 'grass' })
    expect(await found.json()).toMatchObject({ searched: 'text', data: [{ item: { state: 'queued' } }] })
    const headers = { authorization: `Bearer ${slow.token}` }
    const response = await fetch(`${slow.url}/v1/library/status`, { headers })
    const { index } = libraryStatusSchema.parse(await response.json())
    expect(index).toMatchObject({ state: 'waiting', queued: 1, embedded: 0, reason: expect.any(String) })
  })
})

test('at the quota the response says so, and the page is still returned', async () => {
  await using site = await startWebServer({ '/': `<p>${'Llamas graze. '.repeat(30)}</p>` })
  await using full = await startTestGateway({
    allowPrivateHosts: [site.host],
    embedder: 'scripted/vectors-8',
    quota: { items: 1, sizeBytes: 1e9 },
  })
  await full.post('/v1/library', { title: 'Note', text: 'The only one.' })

  const page = await full.post('/v1/scrape', { url: site.origin, library: true })
  const text = await full.post('/v1/library', { title: 'Note', text: 'One more.' })

  expect(page.status).toBe(200)
  expect(page.headers.get('sextant-library')).toBe('skipped; reason=quota')
  expect(text.status).toBe(507)
  expect(await readError(text)).toMatchObject({ code: 'storage_full' })
})

test('a full disk is a 507 with its own code, for the database and for files', async () => {
  const errors = [
    sqliteFull(),
    Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }),
  ]
  await using sextant = await startTestGateway({
    store: opened => ({
      ...opened,
      library: {
        ...opened.library,
        save: () => Promise.reject(errors.shift() ?? new Error('asked too often')),
      },
    }),
  })

  for (const _ of [1, 2]) {
    const response = await sextant.post('/v1/library', { title: 'Note', text: 'The llama eats grass.' })

    expect(response.status).toBe(507)
    expect(await readError(response)).toMatchObject({
      code: 'storage_full',
      type: 'server_error',
      message: 'The server is out of disk space. The operator must free some.',
    })
  }
})

/** The error of a real database that has no page left. */
function sqliteFull(): Error {
  const database = new Database(':memory:')
  try {
    database.pragma('max_page_count = 2')
    database.exec('create table texts (content text)')
    database.prepare('insert into texts values (?)').run('x'.repeat(100_000))
  } catch (error) {
    if (error instanceof Error) return error
  } finally {
    database.close()
  }
  throw new Error('the database is not full')
}
