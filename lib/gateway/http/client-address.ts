import type { IncomingMessage } from 'node:http'

/** The connection's own address, or the one that the outermost trusted proxy saw. */
export function clientAddress(incoming: IncomingMessage, trustedProxies: number): string {
  const own = incoming.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return own
  const chain = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(address => address.trim())
    .filter(Boolean)
  return [...chain, own].at(-1 - trustedProxies) ?? chain[0] ?? own
}
