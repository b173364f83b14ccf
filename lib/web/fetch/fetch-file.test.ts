import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebServer, typed, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { createFetchFile } from './fetch-file.ts'
import { createSafeFetch } from './safe-fetch.ts'

let site: WebServer
beforeAll(async () => {
  site = await startWebServer({
    '/notes.md': typed('text/plain', 'words'),
    '/report': typed('text/html; charset=utf-8', 'words'),
    '/%E4%B8%80.pdf': typed('application/pdf', 'words'),
    '/%ff': typed(null, 'words'),
    '/': typed('text/csv', 'a,b'),
    '/large': typed('text/plain', 'x'.repeat(2000)),
    '/moved': (_, response) => response.writeHead(302, { location: '/notes.md' }).end(),
  })
})
afterAll(async () => await site[Symbol.asyncDispose]())

const fetchFile = (path: string) =>
  createFetchFile(createSafeFetch({ allowPrivateHosts: [site.host] }))(site.origin + path, {
    signal: AbortSignal.timeout(10_000),
    bytesMax: 1000,
    param: 'url',
  })

test.each([
  ['/notes.md', 'notes.md'],
  ['/report', 'report.html'],
  ['/%E4%B8%80.pdf', '一.pdf'],
  ['/%ff', '%ff'],
  ['/', 'document.csv'],
  ['/moved', 'notes.md'],
])('the file at %s is called %s', async (path, name) => {
  const file = await fetchFile(path)

  expect(file.name).toBe(name)
  expect(Buffer.concat(await Array.fromAsync(file.body)).length).toBeGreaterThan(0)
})

test('an error of the server is one of the call', async () => {
  await expect(fetchFile('/nothing')).rejects.toMatchObject({
    code: 'fetch_failed',
    param: 'url',
    message: 'The document could not be fetched: it returned HTTP 404.',
  })
})

test('a file over the limit fails while it is read', async () => {
  await expect((async () => Array.fromAsync((await fetchFile('/large')).body))()).rejects.toMatchObject({
    code: 'fetch_failed',
  })
})

test('a private address is not fetched', async () => {
  const fetchPublic = createFetchFile(createSafeFetch({ allowPrivateHosts: [] }))

  await expect(
    fetchPublic(`${site.origin}/notes.md`, {
      signal: AbortSignal.timeout(10_000),
      bytesMax: 1000,
      param: 'url',
    }),
  ).rejects.toMatchObject({ code: 'url_not_allowed', param: 'url' })
})
