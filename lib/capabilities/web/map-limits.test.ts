import { describe, expect, test } from 'vitest'
import { mapRequestSchema } from '#lib/contracts/api/map.ts'
import { parse } from '#lib/contracts/core/parse.ts'
import {
  atPort,
  indexOf,
  linking,
  sitemapOf,
  slowly,
  startTestSite,
} from '#lib/capabilities/__fixtures__/test-site.ts'

describe('limit', () => {
  test.each([
    [0, 'integer_below_min_value'],
    [30_001, 'integer_above_max_value'],
    ['10', 'invalid_type'],
    [1.5, 'invalid_type'],
  ])('%j is refused: %s', (limit, code) => {
    expect(parse(mapRequestSchema, { url: 'a.example', limit })).toMatchObject({
      ok: false,
      code,
      param: 'limit',
    })
  })

  test.each([
    [1, 1],
    [null, 5000],
    [5000, 5000],
    [30_000, 6001],
  ])('%j of a site of 6,000 pages: %i links', async (limit, count) => {
    await using site = await startTestSite(
      origin => ({
        '/': '<p>start',
        '/sitemap.xml': sitemapOf(...Array.from({ length: 6000 }, (_, at) => `${origin}/p/${at}`)),
      }),
      { budgets: { pagesMax: 1 } },
    )

    const { paths, answer } = await site.map({ limit, details: true })

    expect(paths).toHaveLength(count)
    expect(paths.slice(0, 2)).toEqual(['/', '/p/0'].slice(0, count))
    expect(answer.stopped).toBe(limit === 30_000 ? 'pages' : 'limit')
  })

  test('ends the reading of further sitemaps and pages', async () => {
    await using site = await startTestSite(origin => ({
      '/sitemap.xml': indexOf(...Array.from({ length: 50 }, (_, at) => `${origin}/${at}.xml`)),
      ...Object.fromEntries(
        Array.from({ length: 50 }, (_, at) => [`/${at}.xml`, sitemapOf(`${origin}/${at}`)]),
      ),
    }))

    const { paths, cuts } = await site.map({ limit: 3 })

    expect(paths).toEqual(['/0', '/1', '/2'])
    expect(cuts).toEqual([])
    expect(site.asked.length).toBeLessThan(12)
  })
})

describe('robots.txt', () => {
  const disallowing = 'User-agent: *\nDisallow: /private\nAllow: /private/open\n'

  test('restricts fetching, not listing', async () => {
    await using site = await startTestSite(origin => ({
      '/robots.txt': `${disallowing}Sitemap: ${origin}/map.xml`,
      '/map.xml': sitemapOf(`${origin}/private/listed`),
      '/': linking('/private/linked', '/private/open', '/public'),
      '/private/linked': linking('/never-seen'),
      '/private/listed': linking('/never-seen'),
      '/private/open': linking('/seen'),
    }))

    const { paths } = await site.map()

    expect(paths).toEqual(['/', '/private/listed', '/private/linked', '/private/open', '/public', '/seen'])
    expect(site.asked.filter(path => path.startsWith('/private'))).toEqual(['/private/open'])
  })

  test('can address this user agent by name', async () => {
    await using site = await startTestSite({
      '/robots.txt': 'User-agent: sextant\nDisallow: /a\n\nUser-agent: *\nDisallow: /b',
      '/': linking('/a', '/b'),
    })

    await site.map()

    expect(site.asked).not.toContain('/a')
    expect(site.asked).toContain('/b')
  })

  test('that fails allows only the start page and sitemaps', async () => {
    await using site = await startTestSite(origin => ({
      '/robots.txt': { status: 500 },
      '/sitemap.xml': sitemapOf(`${origin}/listed`),
      '/': linking('/a'),
      '/a': linking('/never-seen'),
    }))

    expect((await site.map()).paths).toEqual(['/', '/listed', '/a'])
    expect(site.asked).not.toContain('/a')
  })

  test.each([
    ['is missing', { status: 404 }],
    ['is forbidden', { status: 403 }],
    ['is a page', linking('/x')],
    [
      'is larger than is read',
      `${disallowing.replace('/private', '/z')}#${'x'.repeat(600_000)}\nDisallow: /a`,
    ],
  ])('that %s allows everything', async (_, robots) => {
    await using site = await startTestSite({ '/robots.txt': robots, '/': linking('/a'), '/a': linking('/b') })

    expect((await site.map({ ignoreSitemap: true })).paths).toEqual(['/', '/a', '/b'])
  })

  test('with a crawl delay of days is capped at ten seconds, and the map ends in time', async () => {
    await using site = await startTestSite({
      '/robots.txt': 'User-agent: *\nCrawl-delay: 999999',
      '/': linking('/a', '/b'),
      '/a': linking('/c'),
    })

    const { paths, cuts } = await site.map({ ignoreSitemap: true, timeout: 3000 })

    expect(paths).toEqual(['/', '/a', '/b', '/c'])
    expect(cuts).toEqual(['time'])
    expect(site.asked).not.toContain('/b')
  })

  test('is requested once', async () => {
    await using site = await startTestSite({ '/': linking('/a', '/b'), '/a': linking('/c') })

    await site.map()

    expect(site.asked.filter(path => path === '/robots.txt')).toHaveLength(1)
  })
})

describe('a crawler trap ends at a limit', () => {
  test('a calendar without an end: depth', async () => {
    await using site = await startTestSite(() => ({ '/': linking('/day/1'), ...calendar() }))

    const { paths, cuts } = await site.map({ ignoreSitemap: true })

    expect(paths).toHaveLength(11)
    expect(cuts).toEqual(['depth'])
  })

  test('facets that multiply: variants of the query are listed, and 50 of a path fetched', async () => {
    const page = () =>
      linking(...Array.from({ length: 30 }, (_, at) => `/shop?color=${at}&size=${at % 7}`), '/other')
    const facets = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `/shop?color=${at}&size=${at % 7}`,
        linking(...Array.from({ length: 30 }, (_, more) => `/shop?color=${at}&more=${more}`)),
      ]),
    )
    await using site = await startTestSite({ '/': page(), ...facets, '/other': linking('/last') })

    const { paths, cuts } = await site.map({ ignoreSitemap: true })

    expect(site.asked.filter(path => path.startsWith('/shop'))).toHaveLength(50)
    expect(paths).toContain('/last')
    expect(paths).toHaveLength(1 + 30 + 1 + 900 + 1)
    expect(cuts).toEqual(['queries'])
  })

  test('too many pages: the first ones in order, however they answer', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`/p/${at}`, slowly((at * 7) % 20, linking(`/q/${at}`))]),
    )
    const links = Array.from({ length: 60 }, (_, at) => `/p/${at}`)
    await using site = await startTestSite(
      { '/': linking(...links), ...pages },
      { budgets: { pagesMax: 25 } },
    )

    const { paths, answer, cuts } = await site.map({ ignoreSitemap: true, details: true })

    expect(paths).toEqual(['/', ...links, ...Array.from({ length: 25 }, (_, at) => `/q/${at}`)])
    expect(cuts).toEqual(['pages'])
    expect(answer.stopped).toBe('pages')
  })

  test('a name for every page: hosts', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `h${at}.site.example`)
    const hosts = ['site.example', ...names]
    await using site = await startTestSite(
      {
        '/': atPort(port => linking(...names.map(name => `http://${name}:${port}/`))),
      },
      { hosts, budgets: { hostsMax: 3 } },
    )

    const { answer, cuts } = await site.map({
      url: `http://site.example:${site.port}`,
      includeSubdomains: true,
      ignoreSitemap: true,
      details: true,
    })

    expect(answer.links).toHaveLength(9)
    expect(site.asked.filter(path => path.endsWith('.example/'))).toHaveLength(4)
    expect(cuts).toEqual(['hosts'])
    expect(answer.stopped).toBe('hosts')
  })
})

test('the order is the same whatever the response times', async () => {
  const tree = Array.from({ length: 40 }, (_, at) => [at * 2 + 1, at * 2 + 2])
  const mapOf = async (delayOf: (at: number) => number) => {
    const pages = Object.fromEntries(
      tree.map((children, at) => [
        `/n/${at}`,
        slowly(delayOf(at), linking(...children.map(child => `/n/${child}`))),
      ]),
    )
    await using site = await startTestSite({ '/': linking('/n/0'), ...pages })
    return (await site.map({ ignoreSitemap: true })).paths
  }

  const orders = await Promise.all([mapOf(() => 0), mapOf(at => (at * 13) % 40), mapOf(at => 40 - at)])

  expect(orders[0]).toHaveLength(82)
  expect(orders[1]).toEqual(orders[0])
  expect(orders[2]).toEqual(orders[0])
})

function calendar() {
  return Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`/day/${at}`, linking(`/day/${at + 1}`)]))
}
