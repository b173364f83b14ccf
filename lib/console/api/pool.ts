import 'server-only'
import { Pool } from 'undici'

const holder = Symbol.for('sextant.console.pools')

// Longer than any timeout of the API itself, so that the API's timeout applies first.
const patienceMs = 15 * 60_000

interface Shared {
  [holder]?: Map<string, Pool>
}

/** One pool per origin and process; a bundler may evaluate a module twice, so it is attached to `globalThis`. */
export function poolFor(origin: string): Pool {
  const shared = globalThis as typeof globalThis & Shared
  const pools = (shared[holder] ??= new Map())
  const known = pools.get(origin)
  if (known !== undefined) return known
  const pool = new Pool(origin, {
    connections: 256,
    connectTimeout: 5_000,
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
    keepAliveTimeout: 30_000,
  })
  pools.set(origin, pool)
  return pool
}
