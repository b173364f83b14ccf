import { expect, test } from 'vitest'
import { createTestScrape, failureOf } from '#lib/capabilities/__fixtures__/test-scrape.ts'
import { startWebServer, typed, type WebPage } from '#lib/capabilities/__fixtures__/web-server.ts'

const pages: Readonly<Record<string, string | WebPage>> = {
  '/robots.txt': typed('text/plain', 'User-agent: *\nDisallow: /closed'),
  '/open': '<p>open</p>',
  '/closed': '<p>closed</p>',
  '/leads': (_, response) => void response.writeHead(302, { location: '/closed' }).end(),
}

test('robots.txt is ignored for single pages unless enabled', async () => {
  await using site = await startWebServer(pages)
  const scrape = createTestScrape({ allowPrivateHosts: [site.host] })

  expect((await scrape({ url: `${site.origin}/closed` })).markdown).toBe('closed')
  expect(site.asked.map(({ path }) => path)).toEqual(['/closed'])
})

test('when enabled, disallowed pages are not fetched, and not returned after a redirect', async () => {
  await using site = await startWebServer(pages)
  const scrape = createTestScrape({ allowPrivateHosts: [site.host], robots: true })

  expect((await scrape({ url: `${site.origin}/open` })).markdown).toBe('open')
  const refused = { code: 'robots_disallowed', param: 'url' }
  expect(await failureOf(scrape({ url: `${site.origin}/closed` }))).toEqual(refused)
  expect(site.asked.map(({ path }) => path)).not.toContain('/closed')
  expect(await failureOf(scrape({ url: `${site.origin}/leads` }))).toEqual(refused)
})

test('robots.txt is requested once per host, however many pages are read', async () => {
  await using site = await startWebServer({ ...pages, '/other': '<p>other</p>' })
  const scrape = createTestScrape({ allowPrivateHosts: [site.host], robots: true })

  await Promise.all(['/open', '/other', '/open'].map(path => scrape({ url: site.origin + path })))
  await failureOf(scrape({ url: `${site.origin}/closed` }))

  expect(site.asked.filter(({ path }) => path === '/robots.txt')).toHaveLength(1)
})

test('a host without robots.txt, or that is unreachable, allows the page', async () => {
  await using site = await startWebServer({ '/': '<p>x</p>' })
  const scrape = createTestScrape({ allowPrivateHosts: [site.host, '127.0.0.1:1'], robots: true })

  expect((await scrape({ url: site.origin })).markdown).toBe('x')
  expect((await failureOf(scrape({ url: 'http://127.0.0.1:1/' }))).code).toBe('fetch_failed')
})

test('cookies are sent if enabled, and rejected otherwise', async () => {
  await using site = await startWebServer(pages)
  const request = { url: `${site.origin}/open`, headers: { Cookie: 'a=b' } }

  await createTestScrape({ allowPrivateHosts: [site.host], allowCookies: true })(request)
  const refused = await failureOf(createTestScrape({ allowPrivateHosts: [site.host] })(request))

  expect(site.asked.map(({ headers }) => headers.cookie)).toEqual(['a=b'])
  expect(refused).toEqual({ code: 'invalid_value', param: 'headers.Cookie' })
})
