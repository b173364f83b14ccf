import type { Handler } from '#lib/capabilities/call.ts'
import { libraryBytesMax, libraryItemsMax } from '#lib/contracts/library-item.ts'
import type {
  libraryBatchContract,
  LibraryStatus,
  librarySettingsContract,
  libraryStatusContract,
} from '#lib/contracts/library-manage.ts'
import type { Indexer } from './create-indexer.ts'
import type { KeepSwitch } from './keep-switch.ts'
import type { LibraryEmbedder } from './library-embedder.ts'
import { ownerOfChange, requireManager } from './library-rights.ts'
import type { LibraryStore } from './library-store.ts'

export interface LibraryManageRoutes {
  readonly status: Handler<typeof libraryStatusContract>
  readonly settings: Handler<typeof librarySettingsContract>
  readonly batch: Handler<typeof libraryBatchContract>
}

/** What a manager of a library does beside its items. */
export function createLibraryManageRoutes({
  store,
  indexer,
  embedder,
  keepSwitch,
}: {
  readonly store: LibraryStore
  readonly indexer: Indexer
  readonly embedder: LibraryEmbedder
  readonly keepSwitch: KeepSwitch
}): LibraryManageRoutes {
  return {
    status: (_, { teamId }) => statusOf(teamId),

    async settings({ keep_everything: keeps }, call) {
      await requireManager(call, store)
      const { teamId, keyId } = call
      await keepSwitch.set(teamId, keeps, keyId)
      return await statusOf(teamId)
    },

    async batch(input, call) {
      return { object: 'library.batch', ids: [...(await change(call.teamId))] }

      async function change(team: string): Promise<readonly string[]> {
        switch (input.action) {
          case 'delete':
            return await store.remove(team, input.ids, await ownerOfChange(call, store))
          case 'move':
            return await store.move(team, input.ids, input.collection, await ownerOfChange(call, store))
          case 'retry': {
            const ids = await store.work.retry(team, input.ids)
            indexer.wake()
            return ids
          }
        }
      }
    },
  }

  async function statusOf(teamId: string): Promise<LibraryStatus> {
    const sum = await store.sum(teamId, embedder.stored)
    const { waitsFor } = indexer
    const state = sum.queued === 0 ? 'ready' : waitsFor === null ? 'indexing' : 'waiting'
    return {
      object: 'library.status',
      collections: [...sum.collections],
      quota: {
        items: sum.items,
        items_max: libraryItemsMax,
        bytes: sum.sizeBytes,
        bytes_max: libraryBytesMax,
      },
      index: {
        model: embedder.model,
        revision: embedder.revision,
        chunks: sum.chunks,
        embedded: sum.embedded,
        queued: sum.queued,
        failed: sum.failed,
        state,
        ...(state === 'waiting' && waitsFor !== null && { reason: waitsFor }),
      },
      keep_everything: await keepSwitch.read(teamId),
    }
  }
}
