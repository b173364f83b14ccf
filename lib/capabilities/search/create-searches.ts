import type { AttemptPolicy } from '#lib/capabilities/attempt-policy.ts'
import type { CallTimers } from '#lib/capabilities/call-timers.ts'
import type { Handler } from '#lib/capabilities/call.ts'
import type { ChatModels } from '#lib/capabilities/chat-models.ts'
import { createEmbedTexts } from '#lib/capabilities/embed-texts.ts'
import type { EmbeddingModels } from '#lib/capabilities/embedding-models.ts'
import type { rawSearchContract } from '#lib/contracts/search-raw.ts'
import type { searchContract } from '#lib/contracts/search.ts'
import { createLiveSearch, type LiveSearchSettings } from '#lib/engines/search/live-search.ts'
import type { ReadPage } from './read-page.ts'
import { createRawSearch } from './raw-search.ts'
import type { SearchDefaults, SearchLibraryPart, SearchModels } from './search-parts.ts'
import { createSearch } from './search.ts'

/** Everything that searches for something. */
export interface Searches {
  readonly search: Handler<typeof searchContract>
  readonly raw: Handler<typeof rawSearchContract>
}

export interface SearchesOptions {
  readonly asking: {
    readonly models: SearchModels & ChatModels & EmbeddingModels
    readonly policy: AttemptPolicy
    readonly timers: CallTimers
  }
  /** Where searches may go, and by which way. */
  readonly backends: Pick<
    LiveSearchSettings,
    'configured' | 'added' | 'ordered' | 'builtIn' | 'contact' | 'request' | 'onFault'
  >
  readonly library: SearchLibraryPart
  readonly readPage: ReadPage
  readonly sealThumbnail: (url: string) => string | null
  /** The console's address, without a slash at the end. */
  readonly consoleUrl: string
  readonly defaults: SearchDefaults
  readonly deadlineMs: number
  readonly version: string
}

/** Joins them over the same backends and the same library. */
export function createSearches(options: SearchesOptions): Searches {
  const { asking, backends, consoleUrl, version, ...rest } = options
  const parts = {
    ...rest,
    version,
    chat: { ...asking, version },
    embed: createEmbedTexts(asking),
    models: asking.models,
    backends: createLiveSearch({
      ...backends,
      circuits: asking.policy.circuits,
      version,
      resultPage: query => `${consoleUrl}/search?${new URLSearchParams({ q: query })}`,
    }),
    libraryAddress: (itemId: string, page: number) => `${consoleUrl}/library/${itemId}#page=${page}`,
  }
  return { search: createSearch(parts), raw: createRawSearch(parts) }
}
