import type { IncomingMessage } from 'node:http'
import { internalHeader } from '#lib/internal-token.ts'
import { clientAddress } from './client-address.ts'

export interface ForwardSettings {
  readonly internalToken: string
  /** Reverse proxies in front of us whose `x-forwarded-*` are believed. */
  readonly trustedProxies: number
}

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * A request's headers as the console gets them: name, value, name, value. `Host` stays, because the console checks
 * it; what a client could forge is replaced by what we know.
 */
export function forwardedHeaders(
  incoming: IncomingMessage,
  settings: ForwardSettings,
  upgrade = false,
): string[] {
  const headers: string[] = []
  const { rawHeaders } = incoming
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (isKept(name.toLowerCase(), upgrade)) headers.push(name, rawHeaders[at + 1] ?? '')
  }
  // Node frames a request that it sends: only a body of unknown length needs saying so.
  if (!upgrade && incoming.headers['transfer-encoding'] !== undefined)
    headers.push('transfer-encoding', 'chunked')
  const believed = settings.trustedProxies > 0
  headers.push('x-forwarded-for', clientAddress(incoming, settings.trustedProxies))
  headers.push('x-forwarded-proto', believed ? (first(incoming, 'x-forwarded-proto') ?? 'http') : 'http')
  headers.push(
    'x-forwarded-host',
    (believed ? first(incoming, 'x-forwarded-host') : null) ?? incoming.headers.host ?? '',
  )
  headers.push(internalHeader, settings.internalToken)
  return headers
}

/** An answer's headers as the browser gets them. */
export function answeredHeaders(answer: IncomingMessage): string[] {
  const headers: string[] = []
  for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2) {
    const name = answer.rawHeaders[at] ?? ''
    if (!hopByHop.has(name.toLowerCase())) headers.push(name, answer.rawHeaders[at + 1] ?? '')
  }
  return headers
}

function isKept(name: string, upgrade: boolean): boolean {
  if (
    name.startsWith('x-forwarded-') ||
    name === internalHeader ||
    name === 'forwarded' ||
    name === 'x-real-ip'
  ) {
    return false
  }
  if (upgrade && (name === 'connection' || name === 'upgrade')) return true
  return !hopByHop.has(name)
}

function first(incoming: IncomingMessage, name: string): string | null {
  const value = incoming.headers[name]
  return typeof value === 'string' ? (value.split(',')[0]?.trim() ?? null) : null
}
