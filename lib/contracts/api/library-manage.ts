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
      bytes: count.describe('UTF-8 bytes of text.'),
      bytes_max: count,
    }),
    index: z.looseObject({
      model: z.string().describe('The embedding model in force.'),
      revision: z.string(),
      chunks: count,
      embedded: count.describe('By this model and revision; the others are found by their words alone.'),
      queued: count.describe('Items that wait or are worked on.'),
      failed: count,
      state: z
        .enum(['ready', 'indexing', 'waiting'])
        .describe('`waiting`: the embedding model cannot be asked now; it is tried again.'),
      reason: z.string().optional().describe('Why it waits.'),
    }),
    keep_everything: z
      .boolean()
      .describe(
        'Whether each page and document that is read with a key is kept unless a request says otherwise.',
      ),
  })
  .meta({ id: 'LibraryStatus' })

export type LibraryStatus = z.output<typeof libraryStatusSchema>

/** What a manager of the library shows beside its items. */
export const libraryStatusContract = defineContract({
  id: 'library-status',
  method: 'GET',
  path: '/v1/library/status',
  summary: 'Collections, quota and progress of the team’s library',
  scope: 'library',
  encoding: 'none',
  input: z.object({}),
  output: libraryStatusSchema,
  examples: [{ title: 'How full it is', description: 'Collections, quota, progress.', input: {} }],
})

export const librarySettingsContract = defineContract({
  id: 'library-settings',
  method: 'POST',
  path: '/v1/library/settings',
  summary: 'Say whether the team’s library keeps everything that is read; for administrators’ keys',
  scope: 'library',
  encoding: 'json',
  input: z
    .looseObject({
      keep_everything: z
        .boolean()
        .describe('Off at first. `library: false` of a request still leaves its page or document out.'),
    })
    .meta({ id: 'LibrarySettings' }),
  output: libraryStatusSchema,
  examples: [
    {
      title: 'Keep everything',
      description: 'From now on each page and document that is read with a key of the team is kept.',
      input: { keep_everything: true },
    },
  ],
})

const ids = z.array(libraryItemIdSchema).min(1).max(500)

/** One change of many items; those that are not there, or that another person's are to delete or move, are left out. */
export const libraryBatchContract = defineContract({
  id: 'library-batch',
  method: 'POST',
  path: '/v1/library/batch',
  summary:
    'Delete, move or index again many items of the library; a member’s key only what is the member’s own',
  scope: 'library',
  encoding: 'json',
  input: z
    .discriminatedUnion('action', [
      z.looseObject({ action: z.literal('delete'), ids }),
      z.looseObject({ action: z.literal('move'), ids, collection: collectionSchema }),
      z.looseObject({ action: z.literal('retry'), ids }).describe('Of items that failed.'),
    ])
    .meta({ id: 'LibraryBatch' }),
  output: z
    .looseObject({
      object: z.literal('library.batch'),
      ids: z.array(z.string()).describe('Those that changed.'),
    })
    .meta({ id: 'LibraryBatchDone' }),
  examples: [
    {
      title: 'Move to another collection',
      description: 'Both items are found under the new name at once.',
      input: { action: 'move', ids: ['lib_4fQz8Yc1Wm0Rk7Tn2Vb9Xa5D'], collection: 'handbooks' },
    },
  ],
})
