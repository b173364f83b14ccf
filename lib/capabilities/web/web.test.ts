import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { mapRequestSchema } from '#lib/contracts/api/map.ts'
import { countTurns } from '#lib/web/fetch/__fixtures__/count-turns.ts'
import { createTestContext } from '#lib/capabilities/__fixtures__/test-context.ts'
import { linking, sitemapOf } from '#lib/capabilities/__fixtures__/test-site.ts'
import { startWebServer, typed, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { createWebThread } from './web.ts'

// Workers start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const threadFor = (site: WebServer, memoryMegabytes?: number) =>
  createWebThread({
    guarding: { allowPrivateHosts: [site.host] },
    budgets: {},
    ...(memoryMegabytes && { memoryMegabytes }),
  })
const pageAt = (url: string, signal = new AbortController().signal) => ({
  url,
  headers: {},
  mobile: false,
  skipTlsVerification: false,
  timeoutMs: 20_000,
  signal,
  param: 'url',
})
const inputFor = (site: WebServer) => mapRequestSchema.parse({ url: site.origin })

test('pages, maps and errors pass through the worker unchanged', async () => {
  await using site = await startWebServer({
    '/': linking('/a'),
    '/a': 'é漢',
    '/robots.txt': typed('text/plain', 'User-agent: *\nDisallow: /closed'),
  })
  const thread = threadFor(site)
  const context = createTestContext()

  const [page, map] = await Promise.all([
    thread.fetchPage(pageAt(`${site.origin}/a`)),
    thread.ask({ kind: 'findPages', input: inputFor(site) }, context),
  ])

  expect(page).toMatchObject({ url: `${site.origin}/a`, status: 200, kind: 'html', text: 'é漢' })
  expect(map.links).toEqual([`${site.origin}/`, `${site.origin}/a`])
  await expect(thread.fetchPage(pageAt('http://10.0.0.1/'))).rejects.toMatchObject({
    name: 'ApiError',
    code: 'url_not_allowed',
    param: 'url',
    status: 400,
  })
  const closed = thread.checkRobots(`${site.origin}/closed`, { signal: context.signal, param: 'url' })
  await expect(closed).rejects.toMatchObject({ code: 'robots_disallowed' })
})

test('a disconnect ends the job at once, and requests to the site stop', async () => {
  const hanging: IncomingMessage[] = []
  await using site = await startWebServer({}, request => void hanging.push(request))
  const thread = threadFor(site)
  const left = new AbortController()
  const page = thread.fetchPage(pageAt(site.origin, left.signal))
  const map = thread.ask({ kind: 'findPages', input: inputFor(site) }, createTestContext(left.signal))
  const both = Promise.allSettled([page, map])
  await vi.waitFor(() => expect(hanging.length).toBeGreaterThanOrEqual(2), 10_000)

  const closed = Promise.all(hanging.map(({ socket }) => once(socket, 'close')))
  left.abort(new Error('left'))

  expect(await both).toEqual([
    { status: 'rejected', reason: new Error('left') },
    { status: 'rejected', reason: new Error('left') },
  ])
  await closed
})

test('a map that runs out of memory fails alone: the next job gets a new worker', async () => {
  const locs = Array.from({ length: 25_000 }, (_, at) => `/${at}/${'x'.repeat(1900)}`)
  await using site = await startWebServer({
    '/': 'start',
    '/sitemap.xml': (request, response) => {
      const origin = `http://${request.headers.host}`
      typed('application/xml', sitemapOf(...locs.map(loc => origin + loc)))(request, response)
    },
  })
  const thread = threadFor(site, 40)
  const input = { ...inputFor(site), limit: 30_000, timeout: 120_000 }

  await expect(thread.ask({ kind: 'findPages', input }, createTestContext())).rejects.toThrow(/memory/)
  expect(await thread.fetchPage(pageAt(site.origin))).toMatchObject({ text: 'start' })
})

test('the end of a large map arrives serialized: only the worker builds megabytes of JSON', async () => {
  const locs = Array.from({ length: 3000 }, (_, at) => `/${at}/${'x'.repeat(500)}`)
  await using site = await startWebServer({
    '/': 'start',
    '/sitemap.xml': (request, response) => {
      const origin = `http://${request.headers.host}`
      typed('application/xml', sitemapOf(...locs.map(loc => origin + loc)))(request, response)
    },
  })
  const input = { ...inputFor(site), details: true, sitemapOnly: true }

  const items = await Array.fromAsync(threadFor(site).streamPages(input, createTestContext()))

  const last = items.at(-1)
  const text = Buffer.concat(last?.kind === 'written' ? last.parts : []).toString()
  expect(JSON.parse(text)).toMatchObject({ object: 'map.result', stopped: 'done' })
  expect(text).not.toContain('\n')
  expect(items.slice(0, -1).every(({ kind }) => kind === 'events')).toBe(true)
})

test('the event loop stays responsive while a hostile page is read', async () => {
  await using site = await startWebServer({
    '/': Array.from({ length: 60_000 }, (_, at) => `<a href="/${at}">x</a>`).join(''),
  })
  const thread = threadFor(site)
  const input = { ...inputFor(site), limit: 30_000, timeout: 120_000 }
  await thread.fetchPage(pageAt(site.origin))

  const turns = await countTurns(() => thread.ask({ kind: 'writePages', input }, createTestContext()))

  expect(turns).toBeGreaterThan(1000)
})
