import type { EmbedTexts } from '#lib/capabilities/embed-texts.ts'
import type { TokenCounting } from '#lib/engines/parsing/options.ts'
import { createIndexer } from './create-indexer.ts'
import { createCutThread } from './cut-thread.ts'
import { createKeepInLibrary, type KeepInLibrary, type Quota, usualQuota } from './keep-in-library.ts'
import { createKeepSwitch } from './keep-switch.ts'
import type { LibraryEmbedder } from './library-embedder.ts'
import type { SearchLibrary } from './library-hit.ts'
import { createLibraryManageRoutes, type LibraryManageRoutes } from './library-manage-routes.ts'
import { createLibraryRoutes, type LibraryRoutes } from './library-routes.ts'
import type { LibraryStore } from './library-store.ts'
import { createSearchLibrary } from './search-library.ts'

/** What scrape and upload ask of the library. */
export interface LibraryKeeper {
  readonly keep: KeepInLibrary
  /** Whether the team keeps everything that is read. */
  keepsEverything(teamId: string): Promise<boolean>
  /** Told of a keep that failed: the call itself has succeeded. */
  readonly onFault: (error: unknown) => void
}

export interface Library extends LibraryKeeper {
  readonly search: SearchLibrary
  isEmpty(teamId: string): Promise<boolean>
  readonly routes: LibraryRoutes & LibraryManageRoutes
  /** Begins to index what waits. */
  start(): void
  /** Settings of teams may have changed. */
  forgetSettings(): void
  close(): Promise<void>
}

export interface LibraryOptions {
  readonly store: LibraryStore
  readonly embed: EmbedTexts
  readonly embedder: LibraryEmbedder
  /** How the embedding model counts. */
  readonly tokens: () => Promise<TokenCounting>
  readonly onFault: (error: unknown) => void
  readonly quota?: Quota
}

/** Joins everything of teams' libraries. */
export function createLibrary(options: LibraryOptions): Library {
  const { store, embed, embedder, tokens, onFault, quota = usualQuota } = options
  const indexer = createIndexer({ store, embed, embedder, onFault, thread: createCutThread(tokens) })
  const keep = createKeepInLibrary(store, indexer.wake, quota)
  const search = createSearchLibrary(store, embedder)
  const keepSwitch = createKeepSwitch(store)
  return {
    keep,
    keepsEverything: keepSwitch.read,
    onFault,
    search,
    isEmpty: async teamId => (await store.measure(teamId)).items === 0,
    routes: {
      ...createLibraryRoutes({ store, keep, find: search, embed, embedder }),
      ...createLibraryManageRoutes({ store, indexer, embedder, keepSwitch }),
    },
    start: indexer.start,
    forgetSettings: keepSwitch.forget,
    close: indexer.close,
  }
}
