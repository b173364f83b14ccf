import 'server-only'
import { ApiError, toApiError } from '#lib/errors.ts'
import { toClientNetwork } from '#lib/client-network.ts'

interface Window {
  openings: number
  readonly endsAt: number
}

const windowMs = 60_000
const openingsMax = 60
const networksMax = 10_000
const holder = Symbol.for('sextant.console.share-openings')

type Shared = typeof globalThis & { [holder]?: Map<string, Window> }

/**
 * Limits how often links are opened from one network, valid or not: 60 per minute. A secret has 131 bits, so this
 * only protects the store; it is not what prevents guessing.
 * @param address null: unknown, and all of those share one count
 * @throws ApiError `rate_limit_exceeded`
 */
export function countShareOpening(address: string | null, now = performance.now()): void {
  // Pages, routes and the proxy are bundled separately, and share this count.
  const shared: Shared = globalThis
  const windows = (shared[holder] ??= new Map())
  const network = toClientNetwork(address ?? 'unknown')
  const known = windows.get(network)
  const current = known !== undefined && known.endsAt > now ? known : { openings: 0, endsAt: now + windowMs }
  current.openings += 1
  windows.delete(network)
  windows.set(network, current)
  const [oldest] = windows.keys()
  if (windows.size > networksMax && oldest !== undefined) windows.delete(oldest)
  if (current.openings <= openingsMax) return
  throw new ApiError(
    'rate_limit_exceeded',
    'Too many links were opened from your network. Try again in a minute.',
    {
      retryAfterMs: Math.max(1000, current.endsAt - now),
    },
  )
}

/** The same for a page, which responds with text; null: allowed. */
export function refuseShareOpening(address: string | null): Response | null {
  try {
    countShareOpening(address)
    return null
  } catch (error) {
    const refused = toApiError(error)
    const seconds = String(Math.ceil((refused.retryAfterMs ?? 1000) / 1000))
    const headers = {
      'retry-after': seconds,
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    }
    return new Response(`${refused.message}\n`, { status: refused.status, headers })
  }
}
