import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressGuard } from './address-guard.ts'
import { AddressRefusal } from './address-refusal.ts'

export type Resolve = (
  host: string,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

export interface GuardedConnectOptions {
  readonly connectMs: number
  /** Overrides the system's resolver. */
  readonly resolve?: Resolve
  /** Overrides undici's sockets. */
  readonly build?: typeof buildConnector
  readonly rejectUnauthorized?: boolean
}

/**
 * A connector that checks the address it actually uses: literals before connecting (`net.connect` never resolves
 * them), every result of the connection's own lookup, and the peer of the open socket before a byte is written.
 */
export function guardedConnect(
  guard: AddressGuard,
  {
    connectMs,
    resolve = resolveAll,
    build = buildConnector,
    rejectUnauthorized = true,
  }: GuardedConnectOptions,
): buildConnector.connector {
  const byPort = new Map<number, buildConnector.connector>()

  function connectorFor(port: number): buildConnector.connector {
    const known = byPort.get(port)
    if (known !== undefined) return known
    const lookup = guardedLookup(guard, port, resolve)
    // One connector per port keeps undici's TLS session cache; the lookup must know the port.
    const options = { timeout: connectMs, allowH2: false, rejectUnauthorized, lookup, autoSelectFamily: true }
    const connector = build(options)
    byPort.set(port, connector)
    return connector
  }

  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
    const refused =
      isIP(options.hostname) === 0 ? null : guard.refusal(options.hostname, options.hostname, port)
    if (refused !== null) return callback(new AddressRefusal(refused), null)
    connectorFor(port)(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      const reason = judgePeer(guard, socket, options.hostname, port)
      if (reason === null) return callback(null, socket)
      socket.destroy()
      callback(new AddressRefusal(reason), null)
    })
  }
}

function judgePeer(guard: AddressGuard, socket: Socket, host: string, port: number): string | null {
  if (socket.remoteAddress === undefined) return 'the peer disconnected before the check'
  return guard.refusal(socket.remoteAddress, host, port)
}

function guardedLookup(guard: AddressGuard, port: number, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host, (error, addresses) => {
      if (error !== null) return callback(error, [])
      const name = host.replace(/\.+$/, '').toLowerCase()
      const refused = addresses
        .map(each => guard.refusal(each.address, name, port))
        .find(each => each !== null)
      if (refused !== undefined) return callback(new AddressRefusal(`${host}: ${refused}`), [])
      const [first] = addresses
      if (first === undefined) return callback(new Error(`${host} has no address`), [])
      if (options.all === true) return callback(null, [...addresses])
      callback(null, first.address, first.family)
    })
  }
}

function resolveAll(host: string, callback: Parameters<Resolve>[1]): void {
  systemLookup(host, { all: true }, (error, addresses) => callback(error, addresses))
}
