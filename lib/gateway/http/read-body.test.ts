import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createMemoryLimiter } from './memory-limiter.ts'
import { readBody, readJsonBytes } from './read-body.ts'

test('a stalled body times out, a slow one does not', async () => {
  const outcomes: string[] = []
  const server = createServer((incoming, outgoing) => {
    readBody(incoming, { sizeBytesMax: 1000, idleMs: 600, memory: createMemoryLimiter(1000) })
      .then(body => outcomes.push(body.toString()))
      .catch((error: unknown) => outcomes.push(String(error)))
      .finally(() => outgoing.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = (): ReturnType<typeof connect> => connect(port, '127.0.0.1').setEncoding('utf8').resume()

  const silent = send()
  silent.write('POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 10\r\n\r\nab')
  await once(silent, 'end')
  const slow = send()
  slow.write('POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 10\r\n\r\n')
  const digits = '0123456789'.split('')
  const dripping = setInterval(() => slow.write(digits.shift() ?? ''), 100)
  await once(slow, 'end')
  clearInterval(dripping)
  server.close()

  expect(outcomes).toEqual(['ApiError: The request body timed out.', '0123456789'])
})

test('a body that arrives with its headers starts no timer', async () => {
  const idleMs = 61_234
  using timers = vi.spyOn(globalThis, 'setTimeout')
  await using server = createServer((incoming, outgoing) => {
    const reading = readBody(incoming, { sizeBytesMax: 1000, idleMs, memory: createMemoryLimiter(1000) })
    // By then a timer would have been started.
    void reading.then(body => setImmediate(() => outgoing.end(body)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1').setEncoding('utf8')
  const text = client.toArray()

  client.write('POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\nab')

  expect((await text).join('')).toMatch(/ab$/)
  expect(timers.mock.calls.filter(([, ms]) => ms === idleMs)).toEqual([])
})

test('all bodies that are being read share one memory limit, and each releases its part', async () => {
  const limits = { sizeBytesMax: 1000, idleMs: 10_000, memory: createMemoryLimiter(100) }
  const slow = upload()
  const reading = readBody(slow, limits)
  slow.write('x'.repeat(60))

  const second = upload()
  const refused = readBody(second, limits)
  second.write('y'.repeat(60))
  await expect(refused).rejects.toMatchObject({ code: 'rate_limit_exceeded', retryAfterMs: 2000 })

  slow.end()
  await expect(reading).resolves.toHaveLength(60)
  const third = upload()
  const fits = readBody(third, limits)
  third.end('z'.repeat(100))
  await expect(fits).resolves.toHaveLength(100)
})

test.each([
  ['a compressed', gzipSync(Buffer.alloc(600_000, ' ')), { 'content-encoding': 'gzip' }],
  ['a large', Buffer.alloc(600_000, ' '), {}],
])('%s body counts with all its bytes until its response is closed', async (_, body, headers) => {
  const limits = { sizeBytesMax: 1_000_000, idleMs: 10_000, memory: createMemoryLimiter(1_000_000) }
  const open: ServerResponse[] = []
  const server = createServer((incoming, outgoing) => {
    readJsonBytes({ incoming, outgoing }, null, limits).then(
      () => {
        outgoing.write('open')
        open.push(outgoing)
      },
      (error: unknown) => outgoing.end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = () => fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })

  const first = await send()
  const refused = await (await send()).text()
  const closed = once(open[0] as ServerResponse, 'close')
  open[0]?.end()
  await Promise.all([first.text(), closed])
  const second = await send()
  open[1]?.end()

  expect(refused).toContain('Too many large requests in progress')
  expect(await second.text()).toBe('open')
  server.close()
})

/** A request whose body is still arriving. */
function upload(): PassThrough & IncomingMessage {
  return Object.assign(new PassThrough(), { headers: {} }) as PassThrough & IncomingMessage
}
