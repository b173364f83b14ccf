import { z } from 'zod'

/** Of one team. */
export const libraryItemsMax = 20_000
export const libraryBytesMax = 2 * 1024 ** 3
/** UTF-8 bytes of the text of one item. */
export const libraryTextBytesMax = 16 * 1024 * 1024
/** The collection of what names none. */
export const defaultCollection = 'default'

export const libraryItemIdSchema = z
  .string()
  .regex(/^lib_[0-9A-Za-z]{24}$/, 'must be the id of an item, such as lib_4fQz8Yc1Wm0Rk7Tn2Vb9Xa5D')

/** Characters that no name needs are refused rather than dropped: two collections must never look alike. */
export const collectionSchema = z
  .string()
  .max(100)
  .regex(/^[^\p{C}]+$/u, 'must not hold control characters')
  .trim()
  .min(1)

/** A page or document of the team's library, without its text. */
export const libraryItemSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('library.item'),
    kind: z.enum(['page', 'document']),
    title: z.string(),
    url: z.string().optional().describe('Its own address; absent where it has none.'),
    sha256: z.string().optional().describe('Of the file it was read from.'),
    collection: z.string(),
    chars: z.int().min(0).describe('Characters of its text.'),
    chunks: z.int().min(0).describe('0 until it has been cut.'),
    pages: z.int().min(1).describe('1 for what has no pages.'),
    state: z
      .enum(['queued', 'indexed', 'failed'])
      .describe('`queued`: words are found at once, meaning when it is `indexed`.'),
    embedded: z.int().min(0).describe('Chunks that have a vector of the embedding model in force.'),
    reason: z.string().optional().describe('Why it failed; it can be tried again.'),
    yours: z
      .boolean()
      .optional()
      .describe('Whether the owner of this key put it here: others’ items only an administrator may delete.'),
    created: z.int().describe('Unix seconds.'),
  })
  .meta({ id: 'LibraryItem' })

export type LibraryItem = z.output<typeof libraryItemSchema>
