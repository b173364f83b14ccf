import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort, requireFreePort } from './free-port.ts'

async function occupy(host: string, port = 0): Promise<{ port: number; server: Server } & AsyncDisposable> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const taken = typeof address === 'object' && address ? address.port : 0
  return { port: taken, server, [Symbol.asyncDispose]: async () => void server.close() }
}

test('a port in use gives the next free one', async () => {
  await using taken = await occupy('127.0.0.1')

  const port = await findFreePort('127.0.0.1', taken.port)

  expect(port).toBeGreaterThan(taken.port)
  expect(port).toBeLessThan(taken.port + 50)
})

test('a port in use on the other loopback address counts as in use', async context => {
  const taken = await occupy('::1').catch(() => context.skip('no IPv6 here'))
  await using _held = taken

  expect(await findFreePort('127.0.0.1', taken.port)).not.toBe(taken.port)
})

test('a port in use on all interfaces counts as in use', async () => {
  await using taken = await occupy('0.0.0.0')

  expect(await findFreePort('127.0.0.1', taken.port)).not.toBe(taken.port)
})

test('port 0 gives any free port', async () => {
  expect(await findFreePort('127.0.0.1', 0)).toBeGreaterThan(1023)
})

test('an IP address of another machine is rejected by name', async () => {
  await expect(findFreePort('192.0.2.1', 3000)).rejects.toThrow(
    'HOST=192.0.2.1 is not an address of this machine',
  )
})

test.for([
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.1', '0.0.0.0'],
  ['127.0.0.1', '::1'],
  ['127.0.0.1', '::'],
  ['::1', '127.0.0.1'],
  ['0.0.0.0', '::1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['localhost', '::1'],
] as const)(
  'a port that %s needs and a program uses on %s is rejected with its number and setting',
  async ([host, taken], context) => {
    await using held = await occupy(taken).catch(() => context.skip('no IPv6 here'))

    await expect(requireFreePort(host, held.port, 'PORT')).rejects.toThrow(
      `Port ${held.port} (PORT) is in use by another program. Stop that program, or set PORT to a free port.`,
    )
  },
)

test('a free port is accepted', async () => {
  const port = await findFreePort('127.0.0.1', 0)

  await expect(requireFreePort('127.0.0.1', port, 'PORT')).resolves.toBeUndefined()
})
