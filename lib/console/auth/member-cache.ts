import 'server-only'
import type { Store } from '#lib/store/core/store.ts'
import type { Member } from '#lib/store/team/teams.ts'

interface Entry {
  readonly member: Member | null
  readonly checkedAt: number
}

interface Cache {
  readonly entries: Map<string, Entry>
  /** Increased by every change, so that values read before it are not cached after it. */
  generation: number
}

// Ended sessions and changed roles are announced within a second; this bounds what a missed notification can
// cost.
const freshMs = 5_000
const entriesMax = 10_000
const holder = Symbol.for('sextant.console.members')

type Shared = typeof globalThis & { [holder]?: WeakMap<Store, Cache> }

/** The session's member, read from the store at most every five seconds; null once the session has ended. */
export async function memberOfSession(store: Store, id: string): Promise<Member | null> {
  const cache = cacheOf(store)
  const known = cache.entries.get(id)
  const now = performance.now()
  if (known !== undefined && now - known.checkedAt < freshMs) return known.member
  const { generation } = cache
  const member = await store.sessions.memberOf(id)
  if (generation !== cache.generation) return member
  cache.entries.delete(id)
  cache.entries.set(id, { member, checkedAt: now })
  const [oldest] = cache.entries.keys()
  if (cache.entries.size > entriesMax && oldest !== undefined) cache.entries.delete(oldest)
  // Once per lookup: often enough for a last-seen time.
  if (member !== null) void store.sessions.seen(member.userId, Date.now()).catch(() => {})
  return member
}

/** Called after a change by this process, which must not wait for its own notification. */
export function forgetMembers(store: Store): void {
  const cache = cacheOf(store)
  cache.generation++
  cache.entries.clear()
}

/** One per store and process: a bundler may evaluate this module several times. */
function cacheOf(store: Store): Cache {
  const shared: Shared = globalThis
  const caches = (shared[holder] ??= new WeakMap())
  const known = caches.get(store)
  if (known !== undefined) return known
  const made: Cache = { entries: new Map(), generation: 0 }
  caches.set(store, made)
  store.onChange(() => {
    made.generation++
    made.entries.clear()
  })
  return made
}
