import type { ConfiguredId } from '#lib/known-search-backends.ts'
import type { BackendSettings } from './backend-settings.ts'
import { createSearch, type Search, type SearchSettings } from './create-search.ts'

export interface LiveSearchSettings extends SearchSettings {
  /**
   * Backends on top of the configured ones, in the order in which they are asked. The same list is the same object.
   * They count only where no list says who may be asked.
   */
  readonly added?: () => readonly BackendSettings<ConfiguredId>[]
}

const none: readonly BackendSettings<ConfiguredId>[] = []

/** A search that takes up backends as they are added. What is asked already goes on as it began. */
export function createLiveSearch(settings: LiveSearchSettings): Search {
  const added = settings.ordered ? undefined : settings.added
  let known = none
  let search = createSearch(settings)
  return query => {
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
  }
}
