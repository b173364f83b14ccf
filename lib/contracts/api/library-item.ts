import { z } from 'zod'

/** Per team. */
export const libraryItemsMax = 20_000
export const libraryBytesMax = 2 * 1024 ** 3
/** UTF-8 bytes of one item's text. */
export const libraryTextBytesMax = 16 * 1024 * 1024
/** The collection of items that specify none. */
export const defaultCollection = 'default'

export const libraryItemIdSchema = z
  .string()
  .regex(/^lib_[0-9A-Za-z]{24}$/, 'must be an item ID, such as lib_4fQz8Yc1Wm0Rk7Tn2Vb9Xa5D')

/** Control characters are rejected, not dropped: two collections must never look alike. */
export const collectionSchema = z
  .string()
  .max(100)
  .regex(/^[^\p{C}]+$/u, 'must not contain control characters')
  .trim()
  .min(1)

/** A page or document of the team's library, without its text. */
export const libraryItemSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('library.item'),
    kind: z.enum(['page', 'document']),
    title: z.string(),
    url: z.string().optional().describe('URL of the item, if it has one.'),
    sha256: z.string().optional().describe('SHA-256 of the source file.'),
    collection: z.string(),
    chars: z.int().min(0).describe('Number of characters in the text.'),
    chunks: z.int().min(0).describe('Number of chunks; 0 until the text is chunked.'),
    pages: z.int().min(1).describe('Number of pages; 1 for text without pages.'),
    state: z
      .enum(['queued', 'indexed', 'failed'])
      .describe('`queued`: keyword search finds it now, semantic search once it is `indexed`.'),
    embedded: z.int().min(0).describe('Chunks with a vector of the current embedding model.'),
    reason: z.string().optional().describe('Why indexing failed. You can retry it.'),
    yours: z
      .boolean()
      .optional()
      .describe('Whether the owner of this key added the item. Only admins can delete items of others.'),
    created: z.int().describe('Unix seconds.'),
  })
  .meta({ id: 'LibraryItem' })

export type LibraryItem = z.output<typeof libraryItemSchema>
