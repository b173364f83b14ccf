import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'vitest'
import { expect, test } from 'vitest'
import { startWebServer, typed, type WebPage } from '#lib/capabilities/__fixtures__/web-server.ts'
import { createFetchThumbnail } from '#lib/search-backends/fetch-thumbnail.ts'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import { createThumbnailRoute, type Thumbnails } from './thumbnail-route.ts'
import { createThumbnailSeal, thumbnailPath } from './thumbnail-seal.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const seal = createThumbnailSeal('secret')

/** The route on its own server, and an image host. */
async function startRoute(
  context: TestContext,
  pages: Readonly<Record<string, string | WebPage>>,
  { open = true, fetchPicture }: { open?: boolean; fetchPicture?: Thumbnails['fetch'] } = {},
) {
  const host = await startWebServer(pages)
  const safeFetch = createSafeFetch({ allowPrivateHosts: open ? [host.host] : [] })
  const route = createThumbnailRoute({ seal, fetch: fetchPicture ?? createFetchThumbnail(safeFetch) })
  const server = createServer((incoming, outgoing) => {
    void route(incoming, outgoing, { sealed: (incoming.url ?? '').slice(thumbnailPath.length + 1) })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  context.onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    await host[Symbol.asyncDispose]()
  })
  const get = (path: string, options: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, options)
  return {
    host,
    get,
    getPicture: (path: string, options?: RequestInit) =>
      get(seal.seal(`${host.origin}${path}`) ?? '', options),
  }
}

async function codeOf(response: Response): Promise<[number, unknown]> {
  const { error } = (await response.json()) as { error: { code: string } }
  return [response.status, error.code]
}

test('a thumbnail is served from our origin and can only be displayed', async context => {
  const { getPicture, host } = await startRoute(context, { '/a': typed('text/html', png) })

  const response = await getPicture('/a')

  expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'cache-control': 'private, max-age=604800, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(host.asked[0]?.headers).not.toHaveProperty('cookie')
  expect(host.asked[0]?.headers).not.toHaveProperty('referer')
})

test.for<readonly [string, string | WebPage, number, string]>([
  [
    'SVG',
    typed('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    415,
    'unsupported_content_type',
  ],
  [
    'a page that says it is a picture',
    typed('image/png', '<html><script>alert(1)</script>'),
    415,
    'unsupported_content_type',
  ],
  ['an empty body', typed('image/png', ''), 415, 'unsupported_content_type'],
  [
    'more than 1 MB',
    typed('image/png', Buffer.concat([png, Buffer.alloc(1024 * 1024)])),
    502,
    'fetch_failed',
  ],
  ['a missing one', typed('image/png', png, 404), 502, 'fetch_failed'],
])('%s is not passed on', async ([, page, status, code], context) => {
  const { getPicture } = await startRoute(context, { '/a': page })

  const response = await getPicture('/a')

  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await codeOf(response)).toEqual([status, code])
})

test('URLs without our seal are not fetched', async context => {
  const { get, host } = await startRoute(context, { '/a': typed('image/png', png) })
  const foreign = createThumbnailSeal('another secret').seal(`${host.origin}/a`)

  for (const path of [
    foreign ?? '',
    `${thumbnailPath}/${encodeURIComponent(`${host.origin}/a`)}`,
    `${thumbnailPath}/`,
  ]) {
    expect(await codeOf(await get(path))).toEqual([404, 'unknown_url'])
  }
  expect(host.asked).toEqual([])
})

test('a sealed private address stays closed', async context => {
  const { getPicture, host } = await startRoute(context, { '/a': typed('image/png', png) }, { open: false })

  expect(await codeOf(await getPicture('/a'))).toEqual([400, 'url_not_allowed'])
  expect(host.asked).toEqual([])
})

test('at most 24 are fetched at a time', async context => {
  const waiting: (() => void)[] = []
  const { getPicture } = await startRoute(
    context,
    {},
    {
      fetchPicture: () =>
        new Promise(resolve => void waiting.push(() => resolve({ type: 'image/png', bytes: png }))),
    },
  )

  const pictures = Array.from({ length: 24 }, () => getPicture('/a'))
  await expect.poll(() => waiting.length).toBe(24)
  const refused = await getPicture('/a')
  for (const resolve of waiting) resolve()

  expect(await codeOf(refused)).toEqual([429, 'rate_limit_exceeded'])
  expect((await Promise.all(pictures)).map(({ status }) => status)).toEqual(
    Array.from({ length: 24 }, () => 200),
  )
  const after = getPicture('/a')
  await expect.poll(() => waiting.length).toBe(25)
  waiting[24]?.()
  expect((await after).status).toBe(200)
})

test('a disconnect ends the fetch', async context => {
  const signals: AbortSignal[] = []
  const { getPicture } = await startRoute(
    context,
    {},
    {
      fetchPicture: (_url, signal) => {
        signals.push(signal)
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      },
    },
  )
  const browser = new AbortController()
  const asked = getPicture('/a', { signal: browser.signal }).catch(() => 'left')
  await expect.poll(() => signals.length).toBe(1)
  browser.abort()

  expect(await asked).toBe('left')
  await expect.poll(() => signals[0]?.aborted).toBe(true)
})
