import type { ConfiguredId } from '#lib/known-search-backends.ts'
import type { BackendSettings } from './backend-settings.ts'
import { createSearch, type Search, type SearchSettings } from './create-search.ts'

export interface ReloadableSearchSettings extends SearchSettings {
  /**
   * Backends in addition to the configured ones, in query order. The same list is the same object. They count
   * only without an operator's list.
   */
  readonly added?: () => readonly BackendSettings<ConfiguredId>[]
}

const none: readonly BackendSettings<ConfiguredId>[] = []

export interface ReloadableSearch {
  readonly search: Search
  /** Whether any backend may be queried; the calculator is none. */
  readonly hasBackends: () => boolean
}

/** A search that picks up added backends. Running searches finish unchanged. */
export function createReloadableSearch(settings: ReloadableSearchSettings): ReloadableSearch {
  const added = settings.ordered ? undefined : settings.added
  let known = none
  let search = createSearch(settings)
  return {
    search(query) {
      const now = added?.() ?? none
      if (now !== known) {
        known = now
        search = createSearch({
          ...settings,
          configured: [...settings.configured, ...now],
          ordered: now.length > 0,
        })
      }
      return search(query)
    },
    hasBackends: () => settings.configured.length + settings.builtIn.length + (added?.().length ?? 0) > 0,
  }
}
