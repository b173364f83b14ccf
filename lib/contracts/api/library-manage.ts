import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'
import { collectionSchema, libraryItemIdSchema } from './library-item.ts'

const count = z.int().min(0)

export const libraryStatusSchema = z
  .looseObject({
    object: z.literal('library.status'),
    collections: z.array(z.looseObject({ name: z.string(), items: count, chars: count })),
    quota: z.looseObject({
      items: count,
      items_max: count,
      bytes: count.describe('Text size in UTF-8 bytes.'),
      bytes_max: count,
    }),
    index: z.looseObject({
      model: z.string().describe('The current embedding model.'),
      revision: z.string(),
      chunks: count,
      embedded: count.describe(
        'Items indexed with this model and revision; keyword search still finds the others.',
      ),
      queued: count.describe('Items queued or being indexed.'),
      failed: count,
      state: z
        .enum(['ready', 'indexing', 'waiting'])
        .describe('`waiting`: the embedding model is unavailable; indexing retries automatically.'),
      reason: z.string().optional().describe('Why indexing is waiting.'),
    }),
    keep_everything: z
      .boolean()
      .describe('Whether pages and documents read with a key are saved unless the request says otherwise.'),
  })
  .meta({ id: 'LibraryStatus' })

export type LibraryStatus = z.output<typeof libraryStatusSchema>

/** Library settings and status for its manager. */
export const libraryStatusContract = defineContract({
  id: 'library-status',
  method: 'GET',
  path: '/v1/library/status',
  summary: 'Get the collections, quota and indexing progress of the team’s library',
  scope: 'library',
  isListing: true,
  encoding: 'none',
  input: z.object({}),
  output: libraryStatusSchema,
  examples: [{ title: 'Library status', description: 'Collections, quota and progress.', input: {} }],
})

export const librarySettingsContract = defineContract({
  id: 'library-settings',
  method: 'POST',
  path: '/v1/library/settings',
  summary: 'Set whether the team’s library saves every page and document; requires an admin’s key',
  scope: 'library',
  encoding: 'json',
  input: z
    .looseObject({
      keep_everything: z
        .boolean()
        .describe('Off by default. `library: false` in a request excludes its page or document.'),
    })
    .meta({ id: 'LibrarySettings' }),
  output: libraryStatusSchema,
  examples: [
    {
      title: 'Save everything',
      description: 'Save every page and document that is read with a key of the team from now on.',
      input: { keep_everything: true },
    },
  ],
})

const ids = z.array(libraryItemIdSchema).min(1).max(500)

/** One bulk change. Missing items are skipped, and so are items of other members when deleting or moving. */
export const libraryBatchContract = defineContract({
  id: 'library-batch',
  method: 'POST',
  path: '/v1/library/batch',
  summary:
    'Delete, move or reindex library items in bulk; a member’s key changes only the member’s own items',
  scope: 'library',
  encoding: 'json',
  input: z
    .discriminatedUnion('action', [
      z.looseObject({ action: z.literal('delete'), ids }),
      z.looseObject({ action: z.literal('move'), ids, collection: collectionSchema }),
      z.looseObject({ action: z.literal('retry'), ids }).describe('Items that failed.'),
    ])
    .meta({ id: 'LibraryBatch' }),
  output: z
    .looseObject({
      object: z.literal('library.batch'),
      ids: z.array(z.string()).describe('IDs of the changed items.'),
    })
    .meta({ id: 'LibraryBatchDone' }),
  examples: [
    {
      title: 'Move to another collection',
      description: 'Both items appear under the new collection at once.',
      input: { action: 'move', ids: ['lib_4fQz8Yc1Wm0Rk7Tn2Vb9Xa5D'], collection: 'handbooks' },
    },
  ],
})
