import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import { createTestContext } from '#lib/capabilities/__fixtures__/test-context.ts'
import {
  createTestScrape,
  failureOf,
  failureOfOne,
  scrapeOne,
} from '#lib/capabilities/__fixtures__/test-scrape.ts'
import { startWebServer, type WebPage } from '#lib/capabilities/__fixtures__/web-server.ts'

describe('hosts that fail', () => {
  test('nothing listens on the port', async () => {
    const scrape = createTestScrape({ allowPrivateHosts: ['127.0.0.1:1'] })

    expect(await failureOf(scrape({ url: 'http://127.0.0.1:1/' }))).toEqual({
      code: 'fetch_failed',
      param: 'url',
    })
  })

  test('the name is unknown', async () => {
    const resolve = (host: string, callback: (error: Error, addresses: []) => void) =>
      callback(new Error(`ENOTFOUND ${host}`), [])
    const scrape = createTestScrape({ allowPrivateHosts: [], connect: { resolve } })

    expect(await failureOf(scrape({ url: 'http://nowhere.example/' }))).toEqual({
      code: 'fetch_failed',
      param: 'url',
    })
  })

  test('a self-signed certificate is rejected unless allowed', async () => {
    const pem = readFileSync(new URL('../../web/fetch/__fixtures__/self-signed.pem', import.meta.url))
    const server = createTlsServer(
      { key: pem, cert: pem },
      (_, response) => void response.end('<p>hello</p>'),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const scrape = createTestScrape({ allowPrivateHosts: [host] })

    const before = await failureOf(scrape({ url: `https://${host}/` }))
    const lenient = await scrape({ url: `https://${host}/`, skipTlsVerification: true })
    const after = await failureOf(scrape({ url: `https://${host}/` }))

    expect([before.code, lenient.markdown, after.code]).toEqual(['fetch_failed', 'hello', 'fetch_failed'])
    server.closeAllConnections()
    server.close()
  })

  test.each<[string, WebPage]>([
    ['never answers', () => undefined],
    [
      'never ends',
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>x'),
    ],
    [
      'drips',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        const timer = setInterval(() => response.write('<p>'), 50)
        response.once('close', () => clearInterval(timer))
      },
    ],
  ])('it %s: out of time', async (_, page) => {
    expect(await failureOfOne(page, { timeout: 1000 })).toEqual({ code: 'fetch_timeout', param: 'url' })
  })

  test('its declared length exceeds the body', async () => {
    const page: WebPage = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
      response.write('<p>x</p>', () => response.destroy())
    }

    expect((await failureOfOne(page)).code).toBe('fetch_failed')
  })

  test('the visit ends when the client disconnects', async () => {
    const asked = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    const page: WebPage = (_, response) => {
      response.once('close', gone.resolve)
      asked.resolve()
    }
    await using site = await startWebServer({ '/': page })
    const scrape = createTestScrape({ allowPrivateHosts: [site.host] })
    const leaving = new AbortController()

    const failed = failureOf(scrape({ url: site.origin }, createTestContext(leaving.signal)))
    await asked.promise
    leaving.abort(new ApiError('client_closed', 'The client disconnected.'))

    expect((await failed).code).toBe('client_closed')
    await gone.promise
  })
})

describe('sizes', () => {
  test('a page of ten million bytes is read, its text alone', async () => {
    const page = `<title>Big</title><p>${'word '.repeat(2_000_000)}</p>`.slice(0, 10_000_000)

    const { markdown, warning, metadata } = await scrapeOne(page)

    expect(markdown?.length).toBeGreaterThan(9_900_000)
    expect(metadata.title).toBe('Big')
    expect(warning).toContain('million characters')
  })

  test('more than ten megabytes are rejected, compressed or not', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
    const page: WebPage = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb)

    expect(bomb.length).toBeLessThan(300_000)
    expect(await failureOfOne(page)).toEqual({ code: 'fetch_failed', param: 'url' })
  })
})
