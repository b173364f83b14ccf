import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { createExtractPool } from '#lib/web/extract/extract-pool.ts'
import { createFetchPage } from '#lib/web/fetch/fetch-page.ts'
import { createPageMemoryLimiter } from '#lib/web/fetch/page-memory.ts'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import { noLibrary } from '#lib/capabilities/__fixtures__/no-library.ts'
import { createTestContext } from '#lib/capabilities/__fixtures__/test-context.ts'
import { failureOf } from '#lib/capabilities/__fixtures__/test-scrape.ts'
import { startWebServer, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { createScrapeFlat } from './scrape.ts'

// Workers start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const kilobyte = 1024
const large = `<p>${'Llamas eat. '.repeat(50_000)}`
const startSite = () => startWebServer({ '/large': large, '/small': '<p>Small.</p>' })
const unbounded = createPageMemoryLimiter(Infinity)

function createReader(site: WebServer, rooms: { reading?: number; answers?: number }) {
  const fetch = createSafeFetch({ allowPrivateHosts: [site.host] })
  const roomOf = (size: number | undefined) =>
    size === undefined ? unbounded : createPageMemoryLimiter(size * kilobyte)
  const scrape = createScrapeFlat({
    fetchPage: createFetchPage(fetch, roomOf(rooms.reading)),
    extract: createExtractPool({ workers: 1 }),
    readPdf: () => Promise.reject(new Error('no PDF here')),
    pages: { find: () => Promise.resolve(null), save: () => Promise.resolve() },
    checkRobots: null,
    browser: null,
    allowCookies: false,
    library: noLibrary,
    memory: roomOf(rooms.answers),
    version: '1',
  })
  return (path: string, formats: ['markdown', 'text'] | ['markdown'], timeout?: number) =>
    scrape({ url: `${site.origin}${path}`, formats, timeout }, createTestContext()) as Promise<unknown>
}

test('a page over the memory limit is rejected; small ones are read', async () => {
  await using site = await startSite()
  const read = createReader(site, { reading: 100 })

  expect(await failureOf(read('/large', ['markdown']))).toEqual({ code: 'rate_limit_exceeded', param: null })
  expect(await failureOf(read('/small', ['markdown']))).toMatchObject({ code: 'none' })
})

test('output of a page counts too, until it is sent', async () => {
  await using site = await startSite()
  const read = createReader(site, { answers: 1300 })

  expect(await failureOf(read('/large', ['markdown', 'text']))).toMatchObject({ code: 'rate_limit_exceeded' })
  for (let at = 0; at < 3; at++) {
    expect(await failureOf(read('/large', ['markdown']))).toMatchObject({ code: 'none' })
  }
})

test('the thread that reads a page starts while the page is fetched', async () => {
  const started = once(process, 'worker')
  await using site = await startWebServer({
    '/': (_, response) => void started.then(() => response.end('<p>Llamas eat.')),
  })
  const read = createReader(site, {})

  await expect(read('/', ['markdown'], 10_000)).resolves.toBeDefined()
})
