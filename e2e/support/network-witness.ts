/** Records what the processes of a network namespace look up and connect to. Linux only. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export interface Testimony {
  /** Names in DNS queries. */
  readonly names: readonly string[]
  /** Other ends of connections and connected UDP sockets beyond loopback, those that never answered too. */
  readonly addresses: readonly string[]
  /** IPv4 packets that left through the interface. */
  readonly packets: number
}

export interface Witness {
  /** Resolves after everything that happened before the call is recorded. */
  stop(): Promise<Testimony>
}

const lookMs = 25

/**
 * Answers DNS on 127.0.0.1:53 and watches the kernel's lists of sockets, which include those of native code.
 * @param hosts IPv4 addresses by name; other names do not exist
 * @param exit name of the interface with the default route
 */
export async function startWitness(hosts: Readonly<Record<string, string>>, exit: string): Promise<Witness> {
  const names = new Set<string>()
  const addresses = new Set<string>()
  const server = createSocket('udp4')
  server.on('message', (query, from) => {
    const name = readName(query)
    names.add(name)
    server.send(toAnswer(query, hosts[name] ?? null), from.port, from.address)
  })
  server.bind(53, '127.0.0.1')
  await once(server, 'listening')
  // A connection that nobody answers is listed for seconds.
  const look = (): void => {
    for (const address of readRemoteAddresses()) addresses.add(address)
  }
  const timer = setInterval(look, lookMs)

  return {
    stop: async () => {
      look()
      clearInterval(timer)
      server.close()
      await once(server, 'close')
      return {
        names: [...names].toSorted(),
        addresses: [...addresses].toSorted(),
        packets: readPackets(exit),
      }
    },
  }
}

const headerBytes = 12

/** The name of the only question. */
function readName(query: Buffer): string {
  const labels: string[] = []
  for (let at = headerBytes; query[at]; at += (query[at] ?? 0) + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
  }
  return labels.join('.').toLowerCase()
}

const typeA = 1

function toAnswer(query: Buffer, address: string | null): Buffer {
  const end = headerBytes + readName(query).length + 2
  const question = query.subarray(headerBytes, end + 4)
  const answers = address !== null && query.readUInt16BE(end) === typeA
  const header = Buffer.alloc(headerBytes)
  query.copy(header, 0, 0, 2)
  // A response, recursion available; 3 is "no such name".
  header.writeUInt16BE(address === null ? 0x81_83 : 0x81_80, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers ? 1 : 0, 6)
  if (!answers) return Buffer.concat([header, question])
  // The name of the question, type A, class IN, 60 seconds, four bytes.
  const record = Buffer.from([
    0xc0,
    headerBytes,
    0,
    1,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    4,
    ...address.split('.').map(Number),
  ])
  return Buffer.concat([header, question, record])
}

function readRemoteAddresses(): string[] {
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap(kind => {
    const [, ...rows] = readFileSync(`/proc/self/net/${kind}`, 'latin1').split('\n')
    return rows.flatMap(row => {
      const [address = ''] = row.trim().split(/\s+/)[2]?.split(':') ?? []
      return toAddress(address) ?? []
    })
  })
}

/** @returns null for loopback, and for a socket that is not connected */
function toAddress(hex: string): string | null {
  // Words in the byte order of the machine, which is little-endian wherever Node runs.
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap(word => [...Buffer.from(word, 'hex')].toReversed())
  const mapped = bytes.length === 16 && bytes.slice(0, 12).every((byte, at) => byte === (at < 10 ? 0 : 255))
  const address = mapped ? bytes.slice(12) : bytes
  if (address.every(byte => byte === 0)) return null
  if (address.length === 4) return address[0] === 127 ? null : address.join('.')
  const groups = Array.from({ length: 8 }, (_, at) =>
    (((address[at * 2] ?? 0) << 8) | (address[at * 2 + 1] ?? 0)).toString(16),
  )
  const text = new URL(`http://[${groups.join(':')}]`).hostname
  return text === '[::1]' ? null : text
}

/** Sent through the interface, from the ninth column of the statistics. */
function readPackets(exit: string): number {
  const row = readFileSync('/proc/self/net/dev', 'latin1')
    .split('\n')
    .find(each => each.trim().startsWith(`${exit}:`))
  return Number(row?.split(':')[1]?.trim().split(/\s+/)[9] ?? Number.NaN)
}
