import { pipeline } from 'node:stream/promises'
import type { GatewayContext } from '#lib/gateway/context/request-context.ts'

// The connection is Node's own.
const unsentHeaders: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/**
 * Sends a response of the protocol library on Node's objects. A client that left cancels its body.
 * @param unreadMs how long a client may leave it unread; null: it stays open
 */
export async function sendResponse(
  response: Response,
  context: GatewayContext,
  unreadMs: number | null,
): Promise<void> {
  const { outgoing } = context
  const { body, status, headers } = response
  if (outgoing.destroyed) return await body?.cancel()
  const named = [...headers].filter(([name]) => !unsentHeaders.has(name)).flat()
  outgoing.writeHead(status, [...context.headers(), ...named])
  if (body === null) return void outgoing.end()
  // A client learns that the call has begun, however long it takes.
  outgoing.flushHeaders()
  if (unreadMs !== null) outgoing.setTimeout(unreadMs, () => void outgoing.destroy())
  try {
    await pipeline(body, outgoing)
  } catch (error) {
    if (!outgoing.destroyed) throw error
  }
}
