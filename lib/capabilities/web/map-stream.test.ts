import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { type MapEvent, mapEventSchema, mapRequestSchema } from '#lib/contracts/api/map.ts'
import type { MapBudgets } from '#lib/web/crawl/map-budgets.ts'
import { createPoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import type { StreamItem } from '#lib/capabilities/handler.ts'
import { createTestContext, type TestContext } from '#lib/capabilities/__fixtures__/test-context.ts'
import { linking, sitemapOf } from '#lib/capabilities/__fixtures__/test-site.ts'
import { startWebServer, typed, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { createStreamPages } from './map.ts'

// Slow sites on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

function stream(
  site: WebServer,
  params: Record<string, unknown> = {},
  context: TestContext = createTestContext(),
  budgets: Partial<MapBudgets> = {},
) {
  const fetch = createPoliteFetch(createSafeFetch({ allowPrivateHosts: [site.host] }))
  const input = mapRequestSchema.parse({ url: site.origin, ...params })
  return createStreamPages({ fetch, budgets })(input, context)[Symbol.asyncIterator]()
}

async function restOf(events: AsyncIterator<StreamItem<MapEvent>>): Promise<MapEvent[]> {
  const rest: MapEvent[] = []
  for (let next = await events.next(); !next.done; next = await events.next()) {
    if (next.value.kind === 'events') rest.push(...next.value.events)
    if (next.value.kind === 'written')
      rest.push(mapEventSchema.parse(JSON.parse(Buffer.concat(next.value.parts).toString())))
  }
  return rest
}

const chunksOf = (events: readonly MapEvent[]) => events.filter(event => event.object === 'map.chunk')

/** A site whose linked pages never respond. */
async function startHangingSite() {
  const hanging: IncomingMessage[] = []
  const site = await startWebServer(
    { '/': linking('/1', '/2', '/3'), '/robots.txt': typed('text/plain', '') },
    (request, response) => {
      if (!/^\/\d$/.test(request.url ?? '')) return response.writeHead(404).end()
      hanging.push(request)
    },
  )
  return { site, hanging }
}

test('events hold at most 500 links each, and together every link once, with its details', async () => {
  const locs = Array.from({ length: 1800 }, (_, at) => `/p/${at}`)
  await using site = await startWebServer({
    '/': 'start',
    '/sitemap.xml': (request, response) => {
      const origin = `http://${request.headers.host}`
      typed('application/xml', sitemapOf(...locs.map(loc => origin + loc)))(request, response)
    },
  })

  const events = await restOf(stream(site, { sitemapOnly: true, details: true }))

  const chunks = chunksOf(events)
  const links = chunks.flatMap(chunk => chunk.links)
  expect(Math.max(...chunks.map(chunk => chunk.links.length))).toBe(500)
  expect(links).toEqual([`${site.origin}/`, ...locs.map(loc => site.origin + loc)])
  expect(chunks.flatMap(chunk => chunk.details ?? []).map(({ url }) => url)).toEqual(links)
  expect(events.at(-1)).toMatchObject({ object: 'map.result', links, stopped: 'done' })
})

test('a start URL found late in a sitemap is sent once, and comes first in the result', async () => {
  const answered = Promise.withResolvers<void>()
  await using site = await startWebServer({
    '/': typed('text/html', 'away', 404),
    '/robots.txt': (request, response) => {
      const origin = `http://${request.headers.host}`
      typed('text/plain', `Sitemap: ${origin}/a.xml\nSitemap: ${origin}/b.xml`)(request, response)
    },
    '/a.xml': (request, response) => {
      typed('application/xml', sitemapOf(`http://${request.headers.host}/one`))(request, response)
    },
    '/b.xml': (request, response) => {
      const origin = `http://${request.headers.host}`
      const last = typed('application/xml', sitemapOf(`${origin}/two`, `${origin}/`))
      void answered.promise.then(() => last(request, response))
    },
  })
  const events = stream(site, { sitemapOnly: true })
  const first = await events.next()
  answered.resolve()
  const rest = await restOf(events)

  const chunks = [...(first.value?.kind === 'events' ? first.value.events : []), ...chunksOf(rest)]
  const paths = chunks.flatMap(chunk => chunk.links).map(link => new URL(link).pathname)
  expect(paths).toEqual(['/one', '/two', '/'])
  expect(rest.at(-1)).toMatchObject({ links: ['/', '/one', '/two'].map(path => site.origin + path) })
})

test('progress is sent while nothing new is found', async () => {
  const { site, hanging } = await startHangingSite()
  await using _ = site
  const events = stream(site)

  // The second one was sent although nothing had changed.
  for (let quiet = 0; quiet < 2;) {
    const { value } = await events.next()
    const event = value?.kind === 'events' ? value.events[0] : undefined
    if (event?.object !== 'map.chunk') throw new Error('the map is over')
    if (event.links.length === 0 && event.progress.pages === 3 && event.progress.queued === 0) quiet++
  }
  await events.return?.()

  expect(hanging).toHaveLength(3)
})

test.each(['stops reading', 'leaves'])('requests to the site stop when the client %s', async way => {
  const { site, hanging } = await startHangingSite()
  await using _ = site
  const left = new AbortController()
  const events = stream(site, {}, createTestContext(left.signal))
  await events.next()
  await vi.waitFor(() => expect(hanging).toHaveLength(3), 10_000)

  const closed = Promise.all(hanging.map(({ socket }) => once(socket, 'close')))
  if (way === 'leaves') left.abort(new Error('left'))
  await events.return?.()

  await closed
})

test('the last event reports limits that cut the result short, because headers are already sent', async () => {
  await using site = await startWebServer({ '/': linking('/a'), '/a': linking('/b') })
  const cut = stream(site, {}, createTestContext(), { depthMax: 1 })

  expect((await restOf(cut)).at(-1)).toMatchObject({ truncated: true })
  expect((await restOf(stream(site))).at(-1)).not.toHaveProperty('truncated')
})
