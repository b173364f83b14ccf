import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import type { GuardedConnectOptions } from './guarded-connect.ts'
import { createSafeFetch, type SafeFetch, type SafeFetchOptions } from './safe-fetch.ts'
import { askAll, createTestNetwork, isHarmless, type SsrfEntry } from './__fixtures__/test-network.ts'

const options: SafeFetchOptions = {
  signal: new AbortController().signal,
  timeoutMs: 2000,
  bytesMax: 1_000_000,
}
const entries = JSON.parse(
  readFileSync(new URL('../../../e2e/fixtures/ssrf-urls.json', import.meta.url), 'utf8'),
) as SsrfEntry[]

/** A server on loopback, allowed by its port. */
async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    safeFetch: createSafeFetch({ allowPrivateHosts: [`127.0.0.1:${port}`] }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
  return 'none'
}

const bodyOf = async (
  safeFetch: SafeFetch,
  url: string,
  more: Partial<SafeFetchOptions> = {},
): Promise<string> => (await (await safeFetch(url, { ...options, ...more })).bytes()).toString()

describe('the 25 URLs', () => {
  test('are complete', () => {
    expect(entries.length).toBe(25)
  })

  test.each(entries)('$id $expect: $why', async entry => {
    await using server = await serve((request, response) => {
      const to = /^\/redir\?to=(.*)$/.exec(request.url ?? '')?.[1]
      if (to === undefined) response.setHeader('connection', 'close').end('ok')
      else response.writeHead(302, { location: to, connection: 'close' }).end()
    })
    const network = createTestNetwork(entry, done => {
      const socket = connect(server.port, '127.0.0.1', () => done(socket))
    })
    const safeFetch = createSafeFetch({ allowPrivateHosts: [], connect: network.connect })

    const { outcomes, right } = await askAll(entry, url => bodyOf(safeFetch, url))

    expect(network.reached.filter(address => !isHarmless(address))).toEqual([])
    expect(outcomes).toEqual(right)
  })
})

test('the peer of the open socket is checked too, whatever the lookup returned', async () => {
  await using server = await serve((_, response) => response.end('secret'))
  // A connector that connects to another address.
  const build = (() => (_: unknown, callback: (error: Error | null, socket: Socket | null) => void) => {
    const socket: Socket = connect(server.port, '127.0.0.1', () => callback(null, socket))
    return socket
  }) as unknown as NonNullable<GuardedConnectOptions['build']>
  const safeFetch = createSafeFetch({ allowPrivateHosts: [], connect: { build } })

  expect(await codeOf(safeFetch('http://93.184.216.34/', options))).toBe('url_not_allowed')
})

test('a rejection does not reveal the address, and names its field', async () => {
  const safeFetch = createSafeFetch({ allowPrivateHosts: [] })

  const error: unknown = await safeFetch('http://10.0.0.5:8080/x', { ...options, param: 'params.url' }).catch(
    (caught: unknown) => caught,
  )

  expect(error).toMatchObject({
    code: 'url_not_allowed',
    message: 'This URL is not allowed. It and its redirects must lead to public addresses.',
    param: 'params.url',
  })
  expect(String(error)).not.toContain('10.0.0.5')
})

test.each([
  ['file:///etc/passwd', 'Only http and https are supported.'],
  ['https://user:secret@example.com/', 'Remove the user name and password.'],
  ['https://example.com:22/', 'Use port 80, 443, 8080, or 8443.'],
  ['https://example.com/a b', 'It contains spaces or control characters.'],
  [`https://example.com/${'a'.repeat(2048)}`, 'It has more than 2048 characters.'],
  ['https://sextant.example.com/v1/models', 'It leads to this server.'],
])('a rejection of %s names the rule that its text breaks', async (url, rule) => {
  const safeFetch = createSafeFetch({ allowPrivateHosts: [], ownOrigins: ['https://sextant.example.com'] })

  await expect(safeFetch(url, options)).rejects.toMatchObject({
    code: 'url_not_allowed',
    message: `This URL is not allowed. ${rule}`,
  })
})

test('a rejection reveals nothing of what a lookup or a redirect found', async () => {
  await using server = await serve((_, response) => {
    response.writeHead(302, { location: 'https://user:secret@10.0.0.5:22/', connection: 'close' }).end()
  })
  const host = new URL(server.url).host
  const redirected = createSafeFetch({ allowPrivateHosts: [host] })
  const resolve: GuardedConnectOptions['resolve'] = (_, found) =>
    found(null, [{ address: '10.0.0.5', family: 4 }])
  const resolved = createSafeFetch({ allowPrivateHosts: [], connect: { resolve } })

  const fetches = [() => redirected(server.url, options), () => resolved('https://example.com/', options)]
  for (const fetch of fetches) {
    await expect(fetch()).rejects.toMatchObject({
      code: 'url_not_allowed',
      message: 'This URL is not allowed. It and its redirects must lead to public addresses.',
    })
  }
})

test('encoded bodies are decoded, up to two encodings', async () => {
  const text = 'hello '.repeat(100)
  const encodings: Record<string, Buffer> = {
    gzip: gzipSync(text),
    br: brotliCompressSync(text),
    'gzip, br': brotliCompressSync(gzipSync(text)),
    identity: Buffer.from(text),
  }
  await using server = await serve((request, response) => {
    const encoding = decodeURIComponent((request.url ?? '').slice(1))
    response.setHeader('content-encoding', encoding)
    response.end(encodings[encoding] ?? 'x')
  })

  for (const encoding of Object.keys(encodings)) {
    expect(await bodyOf(server.safeFetch, `${server.url}/${encodeURIComponent(encoding)}`)).toBe(text)
  }
  expect(await codeOf(bodyOf(server.safeFetch, `${server.url}/gzip%2Cgzip%2Cgzip`))).toBe('fetch_failed')
  expect(await codeOf(bodyOf(server.safeFetch, `${server.url}/unknown`))).toBe('fetch_failed')
})

test('the size limit applies to decoded bytes', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  await using server = await serve((_, response) => response.setHeader('content-encoding', 'gzip').end(bomb))

  expect(bomb.length).toBeLessThan(options.bytesMax)
  expect(await codeOf(bodyOf(server.safeFetch, server.url))).toBe('fetch_failed')
})

test('an invalid encoding and a truncated body are errors, not short responses', async () => {
  await using server = await serve((request, response) => {
    if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': 100 }).write('short')
      setTimeout(() => response.destroy(), 20)
      return
    }
    response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(1000)).subarray(0, 20))
  })

  expect(await codeOf(bodyOf(server.safeFetch, `${server.url}/cut`))).toBe('fetch_failed')
  expect(await codeOf(bodyOf(server.safeFetch, `${server.url}/broken`))).toBe('fetch_failed')
})

test('up to five redirects are followed, and the response has the final URL', async () => {
  await using server = await serve((request, response) => {
    const left = Number((request.url ?? '/0').slice(1))
    if (left === 0) return response.end('arrived')
    response.writeHead(302, { location: `/${left - 1}` }).end()
  })

  const arrived = await server.safeFetch(`${server.url}/5`, options)

  expect(arrived.url).toBe(`${server.url}/0`)
  expect((await arrived.bytes()).toString()).toBe('arrived')
  expect(await codeOf(server.safeFetch(`${server.url}/6`, options))).toBe('fetch_failed')
})

test('headers of the caller are sent only to the original origin', async () => {
  await using other = await serve((request, response) => response.end(JSON.stringify(request.headers)))
  await using server = await serve((request, response) => {
    const location = request.url === '/away' ? other.url : '/here'
    if (request.url === '/here') return response.end(JSON.stringify(request.headers))
    response.writeHead(302, { location }).end()
  })
  const safeFetch = createSafeFetch({ allowPrivateHosts: ['127.0.0.1'] })
  const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', 'x-own': 'y' }

  const away = await bodyOf(safeFetch, `${server.url}/away`, { headers })
  const here = await bodyOf(safeFetch, `${server.url}/stay`, { headers })

  expect(JSON.parse(away)).not.toMatchObject({ authorization: 'Bearer x' })
  expect(Object.keys(JSON.parse(away) as object).filter(name => name in headers)).toEqual([])
  expect(JSON.parse(here)).toMatchObject(headers)
})

test('a POST becomes a GET if the redirect says so, and is not repeated on another origin', async () => {
  await using server = await serve((request, response) => {
    if (request.url === '/end') return response.end(request.method)
    response.writeHead(Number((request.url ?? '').slice(1)), { location: '/end' }).end()
  })
  const post = { method: 'POST' as const, body: 'x' }

  expect(await bodyOf(server.safeFetch, `${server.url}/303`, post)).toBe('GET')
  expect(await bodyOf(server.safeFetch, `${server.url}/301`, post)).toBe('GET')
  expect(await codeOf(bodyOf(server.safeFetch, `${server.url}/307`, post))).toBe('url_not_allowed')
  expect(await bodyOf(server.safeFetch, `${server.url}/308`, { method: 'HEAD' })).toBe('')
})

test('one timeout covers redirects and body', async () => {
  await using server = await serve((_, response) => {
    response.writeHead(200)
    response.write('a')
  })
  const startedAt = performance.now()

  expect(await codeOf(bodyOf(server.safeFetch, server.url, { timeoutMs: 120 }))).toBe('fetch_timeout')
  expect(performance.now() - startedAt).toBeLessThan(3000)
})

test('a caller abort ends the fetch immediately', async () => {
  let left = false
  const controller = new AbortController()
  await using server = await serve((_, response) => {
    response.on('close', () => (left = true))
    response.write('a', () => controller.abort())
  })
  const body = bodyOf(server.safeFetch, server.url, { signal: controller.signal })

  expect(await codeOf(body)).toBe('client_closed')
  await expect.poll(() => left).toBe(true)
  expect(await codeOf(server.safeFetch(server.url, { ...options, signal: AbortSignal.abort() }))).toBe(
    'client_closed',
  )
})

test('an unresolvable name and a closed port are errors', async () => {
  const connectOptions = {
    resolve: (_: string, callback: (error: Error, addresses: []) => void) =>
      callback(new Error('ENOTFOUND'), []),
  }
  const unresolved = createSafeFetch({ allowPrivateHosts: [], connect: connectOptions })
  const closed = createSafeFetch({ allowPrivateHosts: ['127.0.0.1:1'] })

  expect(await codeOf(unresolved('http://nowhere.example/', options))).toBe('fetch_failed')
  expect(await codeOf(closed('http://127.0.0.1:1/', options))).toBe('fetch_failed')
})
