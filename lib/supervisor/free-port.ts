import { createServer } from 'node:net'

const portMax = 65_535
const triedMax = 50

/**
 * The first free port from `wanted` upward, to listen on `host`; 0 means any.
 * @throws Error if the host is not an address of this machine, the port is not permitted, or 50 in a row are
 * in use
 */
export async function findFreePort(host: string, wanted: number): Promise<number> {
  if (wanted === 0) return probe(host, 0)
  for (let port = wanted; port < wanted + triedMax && port <= portMax; port += 1) {
    try {
      return await probeEverywhere(host, port)
    } catch (error) {
      if (!isTaken(error)) throw toListenError(error, { host, port, setting: 'PORT' })
    }
  }
  throw new Error(
    `Ports ${wanted} to ${Math.min(wanted + triedMax - 1, portMax)} are in use. Set PORT to a free port.`,
  )
}

/** @throws Error that names the port and its setting if another program uses the port or listening fails */
export async function requireFreePort(host: string, port: number, setting: string): Promise<void> {
  try {
    await probeEverywhere(host, port)
  } catch (error) {
    throw toListenError(error, { host, port, setting })
  }
}

/**
 * Checks this machine's other loopback address, after the port was opened on `bound`.
 * @throws Error `EADDRINUSE` where another program listens there
 */
export async function requireOtherLoopbackFree(bound: string, port: number): Promise<void> {
  for (const address of otherLoopbacks[bound] ?? []) await probe(address, port).catch(ignoreAbsent)
}

// The printed URL has the host "localhost", which browsers try as ::1 first: another program there would
// receive our requests.
const loopbacks = ['127.0.0.1', '::1']
const visited: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1': loopbacks,
  '::1': loopbacks,
  localhost: loopbacks,
  '0.0.0.0': loopbacks,
  '::': loopbacks,
}
const otherLoopbacks: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1': ['::1'],
  '0.0.0.0': ['::1'],
  '::1': ['127.0.0.1'],
}

async function probeEverywhere(host: string, port: number): Promise<number> {
  for (const address of visited[host] ?? []) {
    if (address !== host) await probe(address, port).catch(ignoreAbsent)
  }
  return probe(host, port)
}

/** This machine may not support IPv6. */
function ignoreAbsent(error: unknown): void {
  if (isTaken(error)) throw error
}

function probe(host: string, port: number): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}

/** The address of a listener, and the setting that configures it. */
export interface ListenPlace {
  readonly host: string
  readonly port: number
  readonly setting: string
}

/** Why listening on a port failed, and the next step. */
export function toListenError(error: unknown, { host, port, setting }: ListenPlace): Error {
  return new Error(explain(readCode(error), host, port, setting), { cause: error })
}

function isTaken(error: unknown): boolean {
  return readCode(error) === 'EADDRINUSE'
}

function explain(code: unknown, host: string, port: number, setting: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} (${setting}) is in use by another program. Stop that program, or set ${setting} to a free port.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is not an address of this machine.`
    case 'EACCES':
      return `This user cannot listen on port ${port}. Set ${setting} to a port above 1023.`
    default:
      return `Cannot listen on ${host}:${port}.`
  }
}

function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
