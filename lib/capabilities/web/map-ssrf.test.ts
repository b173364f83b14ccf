import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { mapRequestSchema } from '#lib/contracts/api/map.ts'
import { createPoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import { createTestNetwork, isHarmless, type SsrfEntry } from '#lib/web/fetch/__fixtures__/test-network.ts'
import { createTestContext } from '#lib/capabilities/__fixtures__/test-context.ts'
import { indexOf, linking, sitemapOf } from '#lib/capabilities/__fixtures__/test-site.ts'
import { createFindPages } from './map.ts'

const entries = JSON.parse(
  readFileSync(new URL('../../../e2e/fixtures/ssrf-urls.json', import.meta.url), 'utf8'),
) as SsrfEntry[]
const publicSite = 'http://93.184.216.34:8080'

/** Every connection of the map ends at one server on loopback; `reached` records its intended target. */
async function mapBehind(entry: SsrfEntry, url: string) {
  const escaped = entry.url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const pages: Readonly<Record<string, string>> = {
    '/robots.txt': `Sitemap: ${entry.url}\nSitemap: ${publicSite}/index.xml`,
    '/index.xml': indexOf(escaped, `${publicSite}/pages.xml`),
    '/pages.xml': sitemapOf(escaped, `${publicSite}/listed`),
    '/': linking(escaped, '/redirect', '/after'),
    '/after': linking('/last'),
  }
  const server = createServer((request, response) => {
    const to = request.url === '/redirect' ? entry.url : /^\/redir\?to=(.*)$/.exec(request.url ?? '')?.[1]
    const body = pages[request.url ?? ''] ?? 'ok'
    // A reused connection would skip the check.
    response
      .setHeader('connection', 'close')
      .setHeader('content-type', body.startsWith('<') ? 'text/html' : 'text/plain')
    if (to === undefined) response.end(body)
    else response.writeHead(302, { location: to }).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const network = createTestNetwork(entry, done => {
    const socket = connect(port, '127.0.0.1', () => done(socket))
  })
  const find = createFindPages({
    fetch: createPoliteFetch(createSafeFetch({ allowPrivateHosts: [], connect: network.connect })),
  })
  try {
    const answer = await find(mapRequestSchema.parse({ url }), createTestContext()).then(
      found => found.links,
      (error: { code: string }) => error.code,
    )
    return { answer, harmed: network.reached.filter(address => !isHarmless(address)) }
  } finally {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
}

/** A name that changes its DNS answer may be resolved while harmless. */
function rightOf({ expect: expected, resolves = {} }: SsrfEntry): string[] {
  const rebinds = Object.values(resolves).some(answers => answers.length > 1)
  if (expected === 'allow') return ['ok']
  return rebinds ? ['ok', 'url_not_allowed'] : ['url_not_allowed']
}

test.each(entries)('$id as the start address, $expect: $why', async entry => {
  const { answer, harmed } = await mapBehind(entry, entry.url)

  expect(harmed).toEqual([])
  expect(rightOf(entry)).toContain(typeof answer === 'string' ? answer : 'ok')
})

test.each(entries)('$id in robots.txt, sitemaps, links and redirects of a public site: $why', async entry => {
  const { answer, harmed } = await mapBehind(entry, publicSite)

  expect(harmed).toEqual([])
  expect(answer).toEqual(
    expect.arrayContaining(['/', '/listed', '/redirect', '/after', '/last'].map(path => publicSite + path)),
  )
})
