import type { LookupAddress } from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { expect, test } from 'vitest'
import { createAddressGuard } from './address-guard.ts'
import { AddressRefusal } from './address-refusal.ts'
import { guardedConnect } from './guarded-connect.ts'

interface Built {
  readonly lookup: LookupFunction
  readonly timeout: number
  readonly allowH2: boolean
}

/** A connector with scripted lookups and socket peers. */
function connectorOf(answers: readonly string[], peer: string | undefined, allow: readonly string[] = []) {
  const built: Built[] = []
  const opened: string[] = []
  let destroyed = 0
  const build = ((options: Built) => {
    built.push(options)
    return ({ hostname }: buildConnector.Options, callback: buildConnector.Callback) => {
      opened.push(hostname)
      callback(null, { remoteAddress: peer, destroy: () => void destroyed++ } as unknown as Socket)
    }
  }) as unknown as typeof buildConnector
  const resolve = (_: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) =>
    callback(
      null,
      answers.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  const connect = guardedConnect(createAddressGuard(allow), { connectMs: 7, resolve, build })
  return {
    built,
    opened,
    destroyed: () => destroyed,
    connect: (hostname: string, port = '', protocol = 'http:') =>
      new Promise<Error | null>(done => connect({ hostname, port, protocol }, (...[error]) => done(error))),
    lookup: (host: string, all: boolean) =>
      new Promise<unknown[]>(done => built[0]?.lookup(host, { all }, (...answer) => done(answer))),
  }
}

test('a blocked literal address is rejected before a socket opens', async () => {
  const connector = connectorOf([], '93.184.216.34')

  for (const address of ['127.0.0.1', '10.0.0.5', '::1', '::ffff:10.0.0.5', '169.254.169.254']) {
    expect(await connector.connect(address)).toBeInstanceOf(AddressRefusal)
  }

  expect(connector.opened).toEqual([])
})

test('one blocked address among public ones rejects them all, in both forms of a lookup', async () => {
  const connector = connectorOf(['93.184.216.34', '10.0.0.5'], '93.184.216.34')
  await connector.connect('mixed.example.com')

  for (const all of [true, false]) {
    expect((await connector.lookup('mixed.example.com', all))[0]).toBeInstanceOf(AddressRefusal)
  }
})

test('the socket gets exactly the checked addresses', async () => {
  const connector = connectorOf(['93.184.216.34', '2606:2800:220:1::34'], '93.184.216.34')
  expect(await connector.connect('pub.example.com')).toBeNull()

  expect(await connector.lookup('pub.example.com', true)).toEqual([
    null,
    [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:2800:220:1::34', family: 6 },
    ],
  ])
  expect(await connector.lookup('pub.example.com', false)).toEqual([null, '93.184.216.34', 4])
})

test('a name without addresses is an error', async () => {
  const connector = connectorOf([], '93.184.216.34')
  await connector.connect('empty.example.com')

  expect(String((await connector.lookup('empty.example.com', true))[0])).toContain('has no address')
})

test('a socket connected to another address is destroyed before a byte is written', async () => {
  const elsewhere = connectorOf(['93.184.216.34'], '127.0.0.1')
  const gone = connectorOf(['93.184.216.34'], undefined)

  expect(await elsewhere.connect('pub.example.com')).toBeInstanceOf(AddressRefusal)
  expect(await gone.connect('pub.example.com')).toBeInstanceOf(AddressRefusal)

  expect([elsewhere.destroyed(), gone.destroyed()]).toEqual([1, 1])
})

test('an entry with a port allows that port, including default ports', async () => {
  const connector = connectorOf([], '10.0.0.5', ['10.0.0.5:443'])

  expect(await connector.connect('10.0.0.5', '', 'https:')).toBeNull()
  expect(await connector.connect('10.0.0.5', '443')).toBeNull()
  expect(await connector.connect('10.0.0.5')).toBeInstanceOf(AddressRefusal)
})

test('connections are HTTP/1.1, have timeouts, and one connector serves a port', async () => {
  const connector = connectorOf(['93.184.216.34'], '93.184.216.34')

  for (const port of ['80', '80', '8080']) await connector.connect('pub.example.com', port)

  expect(connector.built).toMatchObject([
    { timeout: 7, allowH2: false },
    { timeout: 7, allowH2: false },
  ])
})
