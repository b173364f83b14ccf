import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WrittenJson } from '#lib/capabilities/written-json.ts'
import { toApiError } from '#lib/errors.ts'
import { createMemoryLimiter } from './memory-limiter.ts'
import { sendError, sendWritten } from './send.ts'

const megabyte = 1024 * 1024

test('the total size of unread large responses is limited; when one is released the next is sent', async () => {
  // More than the socket buffers of any machine.
  const answer = new WrittenJson(Array.from({ length: 48 }, () => Buffer.alloc(megabyte, '1')))
  const memory = createMemoryLimiter(60 * megabyte)
  const closes: Promise<unknown>[] = []
  const server = createServer((incoming, outgoing) => {
    closes.push(once(outgoing, 'close'))
    try {
      sendWritten(outgoing, answer, [], memory)
    } catch (error) {
      sendError(incoming, outgoing, toApiError(error))
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = async (): Promise<IncomingMessage> => {
    const [response] = await once(get({ host: '127.0.0.1', port, agent: false }), 'response')
    return response as IncomingMessage
  }

  const unread = await ask()
  const refused = await ask()
  expect([unread.statusCode, refused.statusCode]).toEqual([200, 429])
  expect(refused.headers['retry-after']).toBe('2')
  unread.destroy()
  await closes[0]
  const next = await ask()
  expect(next.statusCode).toBe(200)

  next.destroy()
  refused.destroy()
  server.closeAllConnections()
  server.close()
})
