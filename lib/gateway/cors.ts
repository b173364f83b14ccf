import type { IncomingMessage, ServerResponse } from 'node:http'

const exposed =
  'x-request-id, x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests, x-ratelimit-limit-tokens, x-ratelimit-remaining-tokens, x-ratelimit-reset-tokens, retry-after, retry-after-ms, sextant-provider, sextant-attempts, sextant-overhead-ms, server-timing'
const preflightSeconds = '600'

/** Lets a listed origin read the answer. A key travels in a header, so credentials are never allowed. */
export function allowOrigin(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origins: readonly string[],
): void {
  outgoing.setHeader('vary', 'Origin')
  const origin = listed(incoming, origins)
  if (origin === null) return
  outgoing.setHeader('access-control-allow-origin', origin)
  outgoing.setHeader('access-control-expose-headers', exposed)
}

/** Answers a preflight request of a listed origin; false: there is nothing to answer. */
export function answerPreflight(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origins: readonly string[],
  allow: string,
): boolean {
  if (listed(incoming, origins) === null) return false
  outgoing.setHeader('access-control-allow-methods', allow)
  // SDKs add headers of their own, such as x-stainless-lang.
  const asked = incoming.headers['access-control-request-headers'] ?? 'authorization, content-type'
  outgoing.setHeader('access-control-allow-headers', asked)
  outgoing.setHeader('access-control-max-age', preflightSeconds)
  outgoing.writeHead(204).end()
  return true
}

function listed(incoming: IncomingMessage, origins: readonly string[]): string | null {
  const { origin } = incoming.headers
  return origin !== undefined && (origins.includes(origin) || origins.includes('*')) ? origin : null
}
