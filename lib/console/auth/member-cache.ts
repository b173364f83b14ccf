import 'server-only'
import type { Store } from '#lib/store/core/store.ts'
import type { Member } from '#lib/store/team/teams.ts'

interface Entry {
  readonly member: Member | null
  readonly checkedAt: number
}

interface Cache {
  readonly entries: Map<string, Entry>
  /** Raised by every change, so that what was read before one is not kept after it. */
  generation: number
}

// Ended sessions and changed roles are announced within a second; this bounds what an announcement may miss.
const freshMs = 5_000
const entriesMax = 10_000
const place = Symbol.for('sextant.console.members')

type Shared = typeof globalThis & { [place]?: WeakMap<Store, Cache> }

/** Whose session this is, asked of the store at most every five seconds; null once it has ended. */
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
  // Once for each look-up: often enough to say when somebody was last here.
  if (member !== null) void store.sessions.seen(member.userId, Date.now()).catch(() => {})
  return member
}

/** After a change that this process made itself: it is not to wait for its own announcement. */
export function forgetMembers(store: Store): void {
  const cache = cacheOf(store)
  cache.generation++
  cache.entries.clear()
}

/** One per store and process: a bundler may evaluate this module several times. */
function cacheOf(store: Store): Cache {
  const shared: Shared = globalThis
  const caches = (shared[place] ??= new WeakMap())
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
