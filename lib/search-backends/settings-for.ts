import { knownSearchBackends } from '#lib/known-search-backends.ts'
import type { SearchKind } from './search-backend.ts'
import { searchPlans } from './search-modes.ts'

/** Settings of the first backends for a question: a self-hosted server, and one with a key. */
export function settingsFor(kind: SearchKind): readonly string[] {
  return searchPlans[kind].configured
    .slice(0, 2)
    .flatMap(id => knownSearchBackends.find(backend => backend.id === id)?.variable ?? [])
}
