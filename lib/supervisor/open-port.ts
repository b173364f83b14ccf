import { once } from 'node:events'
import type { Server } from 'node:net'
import { requireOtherLoopbackFree, type ListenPlace, toListenError } from './free-port.ts'

/**
 * Listens on the port, and ensures that "localhost" reaches no other program on it.
 * @throws Error that names the port and its setting if another program uses the port or listening fails
 */
export async function openPort(server: Server, place: ListenPlace): Promise<void> {
  const { host, port } = place
  try {
    await once(server.listen(port, host), 'listening')
    const address = server.address()
    if (port !== 0 && typeof address === 'object' && address) {
      await requireOtherLoopbackFree(address.address, port)
    }
  } catch (error) {
    throw toListenError(error, place)
  }
}
