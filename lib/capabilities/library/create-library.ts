import { createEmbedTexts } from '#lib/capabilities/embed-texts.ts'
import type { EmbedOptions } from '#lib/capabilities/embed.ts'
import { createTokenCounting, type TokenCountingOptions } from '#lib/capabilities/token-counting.ts'
import { createIndexer } from './create-indexer.ts'
import { createCutThread } from './cut-thread.ts'
import type { BeginIndexCall } from './index-call.ts'
import { createKeepInLibrary, type Quota, usualQuota } from './keep-in-library.ts'
import { createKeepSwitch } from './keep-switch.ts'
import { toEmbedder } from './library-embedder.ts'
import type { SearchLibrary } from './library-hit.ts'
import { createLibraryManageRoutes, type LibraryManageRoutes } from './library-manage-routes.ts'
import { createLibraryRoutes, type LibraryRoutes } from './library-routes.ts'
import type { LibraryKeeper } from './library-keeper.ts'
import type { LibraryStore } from './library-store.ts'
import { createSearchLibrary } from './search-library.ts'

export interface Library extends LibraryKeeper {
  readonly search: SearchLibrary
  isEmpty(teamId: string): Promise<boolean>
  readonly routes: LibraryRoutes & LibraryManageRoutes
  /**
   * Begins to index what waits.
   * @param begin whose call a piece of that is
   */
  start(begin: BeginIndexCall): void
  /** Settings of teams may have changed. */
  forgetSettings(): void
  close(): Promise<void>
}

export interface LibraryOptions {
  readonly store: LibraryStore
  readonly asking: EmbedOptions
  /** The embedding model in force: its public id, and of its weights what is known. */
  readonly embedder: { readonly model: string; readonly revision: string }
  /** How it counts. */
  readonly counting: TokenCountingOptions
  readonly onFault: (error: unknown) => void
  readonly quota?: Quota
}

/** Joins everything of teams' libraries. */
export function createLibrary(options: LibraryOptions): Library {
  const { store, counting, onFault, quota = usualQuota } = options
  const embed = createEmbedTexts(options.asking)
  const embedder = toEmbedder(options.embedder.model, options.embedder.revision)
  const thread = createCutThread(createTokenCounting(counting))
  const indexer = createIndexer({ store, embed, embedder, onFault, thread })
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
