import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { type BrowserSettings, createBrowser } from '#lib/web/browser/create-browser.ts'
import type { SafeFetchSettings } from '#lib/web/fetch/safe-fetch.ts'
import { createTestNetwork, isHarmless, type SsrfEntry } from '#lib/web/fetch/__fixtures__/test-network.ts'
import { ApiError } from '#lib/errors.ts'
import { createTestContext } from '#lib/capabilities/__fixtures__/test-context.ts'
import { createTestScrape, failureOf } from '#lib/capabilities/__fixtures__/test-scrape.ts'
import { startWebServer, typed, type WebPage } from '#lib/capabilities/__fixtures__/web-server.ts'

const executablePath =
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync) ?? ''
const entries = JSON.parse(
  readFileSync(new URL('../../../e2e/fixtures/ssrf-urls.json', import.meta.url), 'utf8'),
) as SsrfEntry[]

const shell = `<title>App</title><div id="root"></div>
  <script>setTimeout(() => { document.getElementById('root').innerHTML = '<p>Made by a script.</p>' }, 30)</script>`

test('a browser that cannot start fails only requests that need it', async () => {
  await using site = await startWebServer({ '/': shell, '/plain': '<p>Words.</p>' })
  const settings = { allowPrivateHosts: [site.host] }
  await using browser = createBrowser({ ...settings, executablePath: '/nowhere/chromium' })
  const scrape = createTestScrape(settings, browser)

  expect((await failureOf(scrape({ url: site.origin, waitFor: 1 }))).code).toBe('fetch_failed')
  expect((await scrape({ url: site.origin })).warning).toContain('JavaScript')
  expect((await scrape({ url: `${site.origin}/plain` })).markdown).toBe('Words.')
})

describe.skipIf(executablePath === '')('with a browser', { timeout: 60_000 }, () => {
  const browsers: AsyncDisposable[] = []
  afterAll(async () => {
    for (const browser of browsers) await browser[Symbol.asyncDispose]()
  })

  function track<B extends AsyncDisposable>(browser: B): B {
    browsers.push(browser)
    return browser
  }

  /** A scrape with a browser that may visit these hosts. */
  function scraping(hosts: readonly string[]) {
    const settings = { allowPrivateHosts: hosts }
    return createTestScrape(settings, track(createBrowser({ ...settings, executablePath })))
  }

  test('a page rendered by scripts is read after rendering, by default', async () => {
    await using site = await startWebServer({ '/': shell })

    const data = await scraping([site.host])({ url: site.origin })

    expect(data.markdown).toBe('Made by a script.')
    expect(data.metadata).toMatchObject({ title: 'App', statusCode: 200, url: `${site.origin}/` })
    expect(data).not.toHaveProperty('warning')
  })

  test('waiting and screenshots are available on request', async () => {
    await using site = await startWebServer({ '/': shell })

    const data = await scraping([site.host])({
      url: site.origin,
      waitFor: 200,
      formats: ['text', 'screenshot', 'rawHtml'],
    })

    expect(data.text).toBe('Made by a script.')
    expect(data.rawHtml).toContain('<p>Made by a script.</p>')
    const png = Buffer.from(data.screenshot?.replace('data:image/png;base64,', '') ?? '', 'base64')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBe(1280)
  })

  test('JSON, downloads and error pages are handled as without a browser', async () => {
    await using site = await startWebServer({
      '/json': typed('application/json', '{"a":1}'),
      '/zip': typed('application/zip', 'PK'),
      '/missing': typed('text/html', '<p>Gone</p>', 404),
    })
    const scrape = scraping([site.host])

    expect((await scrape({ url: `${site.origin}/json`, waitFor: 1 })).markdown).toBe('```json\n{"a":1}\n```')
    expect((await failureOf(scrape({ url: `${site.origin}/zip`, waitFor: 1 }))).code).toBe(
      'unsupported_content_type',
    )
    expect((await scrape({ url: `${site.origin}/missing`, waitFor: 1 })).metadata.statusCode).toBe(404)
  })

  test('its scripts cannot reach blocked addresses', async () => {
    await using secret = await startWebServer({ '/': typed('text/html', 'SECRET') })
    await using site = await startWebServer({
      '/': `<p id="out">nothing</p><img src="${secret.origin}/image"><iframe src="${secret.origin}/frame"></iframe>
        <script>for (const to of ['${secret.origin}/', 'http://localhost:${secret.host.split(':')[1]}/'])
          fetch(to, { mode: 'no-cors' }).then(() => { document.getElementById('out').textContent = 'reached' }, () => {})
          new WebSocket('ws://${secret.host}/socket')</script>`,
    })

    const data = await scraping([site.host])({ url: site.origin, waitFor: 500, onlyMainContent: false })

    expect(data.markdown).not.toContain('SECRET')
    expect(secret.asked).toEqual([])
  })

  test.each<[string, (to: string) => string | WebPage]>([
    ['by a redirect', to => (_, response) => void response.writeHead(302, { location: to }).end()],
    ['by a script', to => `<p>x</p><script>location.href = '${to}'</script>`],
    ['by a refresh', to => `<meta http-equiv="refresh" content="0;url=${to}"><p>x</p>`],
  ])('a page that leads to a blocked address %s is rejected', async (_, page) => {
    await using secret = await startWebServer({ '/': '<p>SECRET</p>' })
    await using site = await startWebServer({ '/': page(`${secret.origin}/`) })

    const failure = await failureOf(scraping([site.host])({ url: site.origin, waitFor: 1000 }))

    expect(failure).toEqual({ code: 'url_not_allowed', param: 'url' })
    expect(secret.asked).toEqual([])
  })

  test('the client’s headers are sent only to the page’s own site', async () => {
    await using other = await startWebServer({ '/pixel': typed('image/gif', '') })
    await using site = await startWebServer({ '/': `<p>x</p><img src="${other.origin}/pixel">` })

    await scraping([site.host, other.host])({
      url: site.origin,
      waitFor: 100,
      headers: { 'X-Own': 'mine' },
      mobile: true,
    })

    expect(site.asked[0]?.headers).toMatchObject({
      'x-own': 'mine',
      'user-agent': expect.stringContaining('Mobile'),
    })
    expect(other.asked).toHaveLength(1)
    expect(other.asked[0]?.headers).not.toHaveProperty('x-own')
  })

  test('a page that never loads times out, and a disconnect ends the visit', async () => {
    const asked = Promise.withResolvers<void>()
    await using site = await startWebServer({ '/': () => asked.resolve() })
    const scrape = scraping([site.host])
    const leaving = new AbortController()

    expect((await failureOf(scrape({ url: site.origin, waitFor: 1, timeout: 1500 }))).code).toBe(
      'fetch_timeout',
    )
    const left = failureOf(scrape({ url: site.origin, waitFor: 1 }, createTestContext(leaving.signal)))
    await asked.promise
    leaving.abort(new ApiError('client_closed', 'The client disconnected.'))

    expect((await left).code).toBe('client_closed')
  })

  test('a page that never stops loading is truncated', async () => {
    const flood: WebPage = (_, response) => {
      const part = Buffer.alloc(1024 * 1024, 'x')
      const pour = (): void => {
        while (!response.destroyed && response.write(part)) continue
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    }
    await using site = await startWebServer({
      '/': `<p>x</p><script>fetch('/flood').then(answer => answer.arrayBuffer())</script>`,
      '/flood': flood,
    })

    const failure = await failureOf(scraping([site.host])({ url: site.origin, waitFor: 25_000 }))

    expect(failure.code).toBe('fetch_failed')
  })

  // One browser for all: each visit has its own proxy with its own resolver.
  const connections: { current?: SafeFetchSettings['connect'] } = {}
  const guarding = {
    allowPrivateHosts: [],
    executablePath,
    get connect() {
      return connections.current
    },
  } as BrowserSettings
  const guarded = createTestScrape({ allowPrivateHosts: [] }, track(createBrowser(guarding)))

  test.each(entries)('$id through the browser, $expect: $why', async entry => {
    await using site = await startWebServer({}, (request, response) => {
      const to = /^\/redir\?to=(.*)$/.exec(request.url ?? '')?.[1]
      response.setHeader('connection', 'close')
      if (to === undefined) response.setHeader('content-type', 'text/html').end('<p>ok</p>')
      else response.writeHead(302, { location: to }).end()
    })
    const network = createTestNetwork(entry, done => {
      const socket = connect(Number(site.host.split(':')[1]), '127.0.0.1', () => done(socket))
    })
    connections.current = network.connect

    const outcome = await failureOf(guarded({ url: entry.url, waitFor: 1 }))

    expect(network.reached.filter(address => !isHarmless(address))).toEqual([])
    const rebinds = Object.values(entry.resolves ?? {}).some(answers => answers.length > 1)
    const right =
      entry.expect === 'allow' ? ['none'] : rebinds ? ['none', 'url_not_allowed'] : ['url_not_allowed']
    expect(right).toContain(outcome.code)
  })
})
