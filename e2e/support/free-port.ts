import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A free port that a restarted server gets again: the system gives those from 32768 on to any connection meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await new Promise<boolean>(resolve => {
      server.once('listening', () => resolve(true))
      server.once('error', () => resolve(false))
    })
    if (!isFree) continue
    await new Promise(resolve => void server.close(resolve))
    return port
  }
}
