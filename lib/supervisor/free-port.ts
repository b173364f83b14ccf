import { createServer } from 'node:net'

const portMax = 65_535
const triedMax = 50

/**
 * The first free port from `wanted` upwards, for listening on `host`; 0 means any.
 * @throws Error when the address is not this machine's, the port is forbidden, or 50 in a row are taken
 */
export async function findFreePort(host: string, wanted: number): Promise<number> {
  if (wanted === 0) return probe(host, 0)
  for (let port = wanted; port < wanted + triedMax && port <= portMax; port += 1) {
    try {
      return await probeEverywhere(host, port)
    } catch (error) {
      if (!isTaken(error)) throw explain(error, host, port)
    }
  }
  throw new Error(
    `Ports ${wanted} to ${Math.min(wanted + triedMax - 1, portMax)} are all taken; choose one with PORT.`,
  )
}

// The printed address is "localhost", which browsers try as ::1 first: a stranger there would get our visitors.
async function probeEverywhere(host: string, port: number): Promise<number> {
  if (host === '127.0.0.1') await probe('::1', port).catch(ignoreAbsentIpv6)
  return probe(host, port)
}

function ignoreAbsentIpv6(error: unknown): void {
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

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function explain(error: unknown, host: string, port: number): Error {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`HOST=${host} is no address of this machine.`, { cause: error })
  if (code === 'EACCES')
    return new Error(`This user may not listen on port ${port}; choose one above 1023 with PORT.`, {
      cause: error,
    })
  return new Error(`Cannot listen on ${host}:${port}.`, { cause: error })
}
