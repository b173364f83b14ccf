import type { UpstreamResponse } from './upstream-request.ts'

/** Milliseconds per phase of a `Server-Timing` header, such as `queue;dur=12.5, load;dur=5900`. */
export function readServerTiming(headers: UpstreamResponse['headers']): ReadonlyMap<string, number> {
  const value = headers['server-timing']
  const phases = new Map<string, number>()
  if (value === undefined) return phases
  const text = typeof value === 'string' ? value : value.join(',')
  for (const [, name, duration] of text.matchAll(/([\w-]+)\s*;[^,]*?dur=([\d.]+)/g)) {
    if (name !== undefined) phases.set(name, Number(duration))
  }
  return phases
}

/** One header as text; the first where it is repeated. */
export function readHeader(headers: UpstreamResponse['headers'], name: string): string | null {
  const value = headers[name]
  return (typeof value === 'string' ? value : value?.[0]) ?? null
}
