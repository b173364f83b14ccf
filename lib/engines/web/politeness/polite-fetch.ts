import { readRetryAfter } from '#lib/engines/read-retry-after.ts'
import type { SafeFetch, SafeFetchOptions, SafeResponse } from '#lib/engines/web/safe-fetch.ts'
import { HostGate } from './host-gate.ts'

const pauseMsMax = 5000
const pauseMsDefault = 1000
const hostsMax = 1000

export interface PoliteOptions extends SafeFetchOptions {
  /** Least time between the starts of two requests to this host, as its robots rules ask. */
  readonly gapMs?: number
}

export type PoliteFetch = (url: string, options: PoliteOptions) => Promise<SafeResponse>

/**
 * The guarded fetch with manners: at most 8 requests at a time per host, all callers together; after a 429 or 503
 * half as many, and a pause as long as `Retry-After` asks (at most 5 s). The place at a host is given back when the
 * body has been read or given up. The time of waiting for a place does not count as the request's own.
 * @throws ApiError as the guarded fetch; the signal's reason when it ends while waiting
 */
export function createPoliteFetch(safeFetch: SafeFetch): PoliteFetch {
  const gates = new Map<string, HostGate>()

  function gateOf(url: string): HostGate {
    const host = URL.parse(url)?.host ?? ''
    const known = gates.get(host)
    if (known !== undefined) return known
    if (gates.size >= hostsMax) {
      for (const [name, gate] of gates) if (gate.idle) gates.delete(name)
    }
    const gate = new HostGate()
    gates.set(host, gate)
    return gate
  }

  return async (url, { gapMs = 0, ...options }) => {
    const gate = gateOf(url)
    await gate.enter(gapMs, options.signal)
    const startedAt = performance.now()
    let left = false
    const leave = (): void => {
      if (left) return
      left = true
      options.signal.removeEventListener('abort', leave)
      gate.leave()
    }
    options.signal.addEventListener('abort', leave)
    try {
      const response = await safeFetch(url, options)
      if (response.status === 429 || response.status === 503) gate.slowDown(pauseOf(response), startedAt)
      else gate.wasCalm()
      return leaving(response, leave)
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** How long a host that complained wants to be left alone: what it says, within reason. */
function pauseOf({ headers }: SafeResponse): number {
  const value = headers['retry-after']
  const asked = typeof value === 'string' ? readRetryAfter(value) : null
  return Math.min(pauseMsMax, asked ?? pauseMsDefault)
}

function leaving(response: SafeResponse, leave: () => void): SafeResponse {
  const body = (async function* () {
    try {
      yield* response.body
    } finally {
      leave()
    }
  })()
  return {
    ...response,
    body,
    bytes: async () => Buffer.concat(await Array.fromAsync(body)),
    abort() {
      response.abort()
      leave()
    },
  }
}
