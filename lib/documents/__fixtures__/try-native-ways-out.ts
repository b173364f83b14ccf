/**
 * Does without any lock of JavaScript what native code in a parser could do: Node's own sockets and signals are
 * system calls from native code too. Prints which of them reached something.
 */
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { openSync } from 'node:fs'
import { createConnection, type NetConnectOpts } from 'node:net'

const [, , addresses = '', port = '', udpPort = '', parent = ''] = process.argv
const abstractSocket = process.argv[6] ?? ''

const attempts: Readonly<Record<string, () => unknown>> = {
  ...Object.fromEntries(
    addresses.split(',').map(host => [`TCP to ${host}`, () => connect({ host, port: Number(port) })]),
  ),
  'an abstract Unix socket': () => connect({ path: `\0${abstractSocket}` }),
  'a UDP packet': () => sendPacket(Number(udpPort)),
  'a DNS query': () => askName(Number(udpPort)),
  'a signal to the parent': () => process.kill(Number(parent), 0),
  'the debugger of the parent': () => {
    if (process.pid === Number(parent)) throw new Error('it is this process')
    process.kill(Number(parent), 'SIGWINCH')
  },
  'the memory of the parent': () => openSync(`/proc/${parent}/mem`, 'r'),
  'the environment of the parent': () => openSync(`/proc/${parent}/environ`, 'r'),
}

const results: Record<string, string> = {}
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt()
    results[name] = 'open'
  } catch (error) {
    results[name] = error instanceof Error ? error.message : String(error)
  }
}
process.stdout.write(JSON.stringify(results))

function connect(target: NetConnectOpts): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(target, () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}

/** The server answers each packet. */
function sendPacket(to: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4')
    const settle = (error: Error | null): void => {
      socket.close()
      if (error === null) resolve()
      else reject(error)
    }
    socket.once('message', () => settle(null))
    socket.once('error', settle)
    socket.connect(to, '127.0.0.1', (error?: Error) => {
      if (error) settle(error)
      else socket.send('packet')
    })
  })
}

/** The server answers no query properly: an answer is one too. */
async function askName(to: number): Promise<void> {
  const resolver = new Resolver({ timeout: 500, tries: 1 })
  resolver.setServers([`127.0.0.1:${to}`])
  await resolver.resolve4('example.org').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' || error.code === 'ETIMEOUT') throw error
  })
}
