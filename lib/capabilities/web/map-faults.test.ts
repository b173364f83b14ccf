import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import { createTestContext } from '#lib/capabilities/__fixtures__/test-context.ts'
import { linking, sitemapOf, startTestSite, type TestPage } from '#lib/capabilities/__fixtures__/test-site.ts'

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
  return 'none'
}

const never: TestPage = () => undefined

describe('a site that cannot be reached is an error, not a link', () => {
  test('nothing listens', async () => {
    const site = await startTestSite({})
    await site[Symbol.asyncDispose]()

    expect(await codeOf(site.map())).toBe('fetch_failed')
  })

  test('the name does not exist', async () => {
    await using site = await startTestSite({})

    expect(await codeOf(site.map({ url: 'http://nowhere.example/' }))).toBe('fetch_failed')
    expect(await codeOf(site.map({ url: 'nowhere.example' }))).toBe('fetch_failed')
  })

  test('its TLS is broken', async () => {
    await using site = await startTestSite({ '/': linking('/a') })

    expect(await codeOf(site.map({ url: `https://127.0.0.1:${site.port}` }))).toBe('fetch_failed')
  })

  test('it never answers: out of time', async () => {
    await using site = await startTestSite({ '/': never, '/robots.txt': never })

    expect(await codeOf(site.map({ timeout: 1000 }))).toBe('fetch_timeout')
  })

  test('one byte a second: out of time, and the page found nothing', async () => {
    await using site = await startTestSite({ '/': drip, '/robots.txt': drip, '/sitemap.xml': drip })

    const { paths, cuts } = await site.map({ timeout: 3000 })

    expect(paths).toEqual(['/'])
    expect(cuts).toEqual(expect.arrayContaining(['time']))
  })
})

test('without a scheme https is tried, and http where TLS fails', async () => {
  await using site = await startTestSite({ '/': linking('/a') })

  expect((await site.map({ url: `127.0.0.1:${site.port}` })).paths).toEqual(['/', '/a'])
})

test('a start page that hangs does not hide the sitemap', async () => {
  await using site = await startTestSite(
    origin => ({ '/': never, '/sitemap.xml': sitemapOf(`${origin}/a`, `${origin}/`) }),
    {
      budgets: { requestMs: 1500 },
    },
  )

  expect((await site.map()).paths).toEqual(['/', '/a'])
})

test('a page that hangs does not delay others', async () => {
  await using site = await startTestSite(
    {
      '/': linking('/slow', '/fast'),
      '/slow': never,
      '/fast': linking('/deep'),
      '/deep': linking('/deeper'),
    },
    { budgets: { patienceMs: 50, requestMs: 3000 } },
  )

  const { paths, cuts } = await site.map({ ignoreSitemap: true })

  expect(paths).toEqual(['/', '/slow', '/fast', '/deep', '/deeper'])
  expect(cuts).toEqual([])
})

test('a busy site is retried after its Retry-After', async () => {
  let asked = 0
  await using site = await startTestSite({
    '/': linking('/a'),
    '/a': () => (asked++ === 0 ? { status: 503, headers: { 'retry-after': '0' } } : linking('/b')),
  })

  expect((await site.map({ ignoreSitemap: true })).paths).toEqual(['/', '/a', '/b'])
})

test('requests stop when the client disconnects', async () => {
  const controller = new AbortController()
  await using site = await startTestSite({
    '/': linking('/a', '/b'),
    '/a': () => {
      controller.abort(new ApiError('client_closed', 'gone'))
      return linking('/c')
    },
    '/c': linking('/d'),
  })

  expect(await codeOf(site.map({ ignoreSitemap: true }, createTestContext(controller.signal)))).toBe(
    'client_closed',
  )
  expect(site.asked).not.toContain('/c')
})

describe('redirects', () => {
  const chain = (length: number): Record<string, TestPage> =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        `/r/${at}`,
        { status: 302, headers: { location: at === length - 1 ? '/end' : `/r/${at + 1}` } },
      ]),
    )

  test('five are followed, and lead to where links are read and resolved', async () => {
    await using site = await startTestSite({ ...chain(5), '/end': linking('a') })

    expect((await site.map({ url: `${site.origin}/r/0`, ignoreSitemap: true })).paths).toEqual([
      '/r/0',
      '/end',
      '/a',
    ])
  })

  test('six are too many', async () => {
    await using site = await startTestSite({ ...chain(6), '/end': linking('a') })

    expect(
      await codeOf(site.map({ url: `${site.origin}/r/0`, ignoreSitemap: true }).then(({ paths }) => paths)),
    ).toBe('fetch_failed')
  })

  test('a redirect loop only affects its page', async () => {
    await using site = await startTestSite({
      '/': linking('/loop', '/b'),
      '/loop': { status: 301, headers: { location: '/loop' } },
      '/b': linking('/c'),
    })

    expect((await site.map({ ignoreSitemap: true })).paths).toEqual(['/', '/loop', '/b', '/c'])
  })

  test('to another host move the site there, when it is the start that redirects', async () => {
    const hosts = ['old.example', 'new.example']
    await using site = await startTestSite(
      {
        'old.example/': request => ({
          status: 301,
          headers: { location: `http://new.example:${request.headers.host?.split(':')[1]}/home` },
        }),
        'new.example/home': linking('/a', 'http://old.example/'),
      },
      { hosts },
    )

    const { answer } = await site.map({ url: `http://old.example:${site.port}/`, ignoreSitemap: true })

    const origin = `http://new.example:${site.port}`
    expect(answer.links).toEqual([`${origin}/home`, `${origin}/a`])
    expect(site.asked).toContain('new.example/robots.txt')
  })

  test('to another site are not read when a page does', async () => {
    const hosts = ['a.example', 'b.example']
    await using site = await startTestSite(
      {
        'a.example/': linking('/out'),
        'a.example/out': request => ({
          status: 302,
          headers: { location: `http://b.example:${request.headers.host?.split(':')[1]}/` },
        }),
        'b.example/': linking('/not-ours'),
      },
      { hosts },
    )

    const { answer } = await site.map({ url: `http://a.example:${site.port}/`, ignoreSitemap: true })

    expect(answer.links.map(link => new URL(link).pathname)).toEqual(['/', '/out'])
  })

  test('to a private address are refused, from the start and from a page', async () => {
    await using site = await startTestSite({
      '/': { status: 302, headers: { location: 'http://10.0.0.1/' } },
      '/page': linking('/trap', '/b'),
      '/trap': { status: 302, headers: { location: 'http://169.254.169.254/latest' } },
      '/b': linking('/c'),
    })

    expect(await codeOf(site.map())).toBe('url_not_allowed')
    expect((await site.map({ url: `${site.origin}/page`, ignoreSitemap: true })).paths).toEqual([
      '/page',
      '/trap',
      '/b',
      '/c',
    ])
  })

  test('by meta refresh are links', async () => {
    await using site = await startTestSite({
      '/': '<meta http-equiv="refresh" content="0;url=/home">',
      '/home': linking('/a'),
    })

    expect((await site.map({ ignoreSitemap: true })).paths).toEqual(['/', '/home', '/a'])
  })
})

function drip(_: unknown, response: ServerResponse): undefined {
  const timer = setInterval(() => response.write('<'), 100)
  response.on('close', () => clearInterval(timer))
}
