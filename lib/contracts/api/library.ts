import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'
import {
  collectionSchema,
  libraryItemIdSchema,
  libraryItemSchema,
  libraryTextBytesMax,
} from './library-item.ts'

const libraryPageMax = 100
const libraryHitsMax = 50

/** The operations of a library. */
const listExamples = [
  {
    title: 'Newest items',
    description: 'Fifty per page; use `next_cursor` for the next page.',
    input: { limit: 50 },
  },
]

/** The team's items, newest first. */
export const libraryListContract = defineContract({
  id: 'library-list',
  method: 'GET',
  path: '/v1/library',
  summary: 'List the pages and documents of the team’s library',
  scope: 'library',
  isListing: true,
  encoding: 'none',
  input: z.object({
    collection: collectionSchema.nullish().describe('Filter by collection.'),
    q: z.string().trim().max(200).nullish().describe('Filter by title; case-insensitive.'),
    state: z.enum(['queued', 'indexed', 'failed']).nullish(),
    limit: z.int().min(1).max(libraryPageMax).nullish().meta({ default: 50 }),
    cursor: z.string().max(200).nullish().describe('`next_cursor` of the previous response.'),
  }),
  output: z
    .looseObject({
      object: z.literal('list'),
      data: z.array(libraryItemSchema),
      next_cursor: z.string().nullable().describe('Null on the last page.'),
    })
    .meta({ id: 'LibraryItems' }),
  examples: listExamples,
})

const pageSchema = z.looseObject({
  page: z.int().min(1).max(100_000),
  content: z.string(),
})

const addExamples = [
  {
    title: 'A note of your own',
    description: 'Keyword search finds it at once, semantic search once it is indexed.',
    input: {
      title: 'Office keys',
      text: 'The spare key of the office hangs in the kitchen cupboard. Ask Mara for the code of the alarm.',
      collection: 'handbook',
    },
  },
  {
    title: 'Document with pages',
    description: 'Search results cite the page.',
    input: {
      title: 'Generator manual',
      pages: [
        { page: 1, content: 'The unit supplies 2.2 kW at 230 V and starts with a pull cord.' },
        { page: 2, content: 'The generator must not be used above 2,000 meters.' },
      ],
    },
  },
]

/** Adds a text as it is; fetches nothing. */
export const libraryAddContract = defineContract({
  id: 'library-add',
  method: 'POST',
  path: '/v1/library',
  summary: 'Add a text or the pages of a document to the team’s library',
  scope: 'library',
  encoding: 'json',
  input: z
    .looseObject({
      title: z.string().trim().min(1).max(500),
      text: z
        .string()
        .max(libraryTextBytesMax)
        .nullish()
        .describe('Markdown or plain text. Send either this or `pages`.'),
      pages: z
        .array(pageSchema)
        .min(1)
        .max(20_000)
        .nullish()
        .describe('Pages in order, as `/upload` returns them. Send either this or `text`.'),
      url: z
        .string()
        .max(2048)
        .nullish()
        .describe('Source URL, http or https. Replaces an item with the same URL.'),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 hash in hexadecimal')
        .nullish()
        .describe('SHA-256 of the source file. Replaces an item with the same hash.'),
      collection: collectionSchema.nullish().meta({ default: 'default' }),
    })
    .refine(({ text, pages }) => (text ?? null) !== null || (pages ?? null) !== null, {
      path: ['text'],
      error: 'is missing; send `text` or `pages`',
    })
    .refine(({ text, pages }) => (text ?? null) === null || (pages ?? null) === null, {
      path: ['pages'],
      error: 'cannot be combined with `text`; send one of them',
    })
    .meta({ id: 'LibraryAddRequest' }),
  output: libraryItemSchema,
  moreFailures: { 507: 'The team’s library or the disk is full.' },
  examples: addExamples,
})

const itemExamples = [
  { title: 'One item', description: 'By its ID.', input: { id: 'lib_4fQz8Yc1Wm0Rk7Tn2Vb9Xa5D' } },
]

/** An item with its full text. */
export const libraryItemContract = defineContract({
  id: 'library-item',
  method: 'GET',
  path: '/v1/library/{id}',
  summary: 'Get an item of the library with its text, page by page',
  scope: 'library',
  isListing: true,
  encoding: 'none',
  input: z.object({ id: libraryItemIdSchema }),
  output: libraryItemSchema
    .extend({
      text: z.string().describe('Markdown of all pages, joined by empty lines.'),
      page_texts: z.array(pageSchema).describe('The text, page by page.'),
    })
    .meta({ id: 'LibraryText' }),
  examples: itemExamples,
})

export const libraryDeleteContract = defineContract({
  id: 'library-delete',
  method: 'DELETE',
  path: '/v1/library/{id}',
  summary: 'Delete an item of the library with its text, chunks and vectors',
  scope: 'library',
  encoding: 'none',
  input: z.object({ id: libraryItemIdSchema }),
  output: z
    .looseObject({ id: z.string(), object: z.literal('library.item'), deleted: z.literal(true) })
    .meta({ id: 'LibraryDeleted' }),
  examples: itemExamples,
})

const searchExamples = [
  {
    title: 'Search your documents',
    description: 'The most relevant passages by keyword and meaning, with their pages.',
    input: { query: 'Where is the spare key?', top_k: 5 },
  },
]

/** Keyword and semantic search, best match first. */
export const librarySearchContract = defineContract({
  id: 'library-search',
  method: 'POST',
  path: '/v1/library/search',
  summary: 'Search the team’s library by keyword and meaning',
  scope: 'library',
  encoding: 'json',
  input: z
    .looseObject({
      query: z.string().trim().min(1).max(4000),
      collections: z
        .array(collectionSchema)
        .min(1)
        .max(100)
        .nullish()
        .describe('Collections to search; default: all.'),
      top_k: z.int().min(1).max(libraryHitsMax).nullish().meta({ default: 10 }),
      mode: z
        .enum(['hybrid', 'text'])
        .nullish()
        .describe('`text`: keyword search only, without the embedding model.')
        .meta({ default: 'hybrid' }),
    })
    .meta({ id: 'LibrarySearchRequest' }),
  output: z
    .looseObject({
      object: z.literal('list'),
      data: z.array(
        z.looseObject({
          item: libraryItemSchema,
          content: z.string(),
          from_page: z.int().min(1),
          score: z.number().min(0).max(1).describe('Fused from keywords and meaning; 1: first by both.'),
        }),
      ),
      searched: z.enum(['hybrid', 'text']).describe('`text` also when the embedding model was unavailable.'),
      index: z
        .looseObject({
          chunks: z.int().min(0).describe('Passages of the whole library.'),
          embedded: z.int().min(0).describe('Passages that are found by meaning too.'),
        })
        .describe('How much is indexed. While vectors are missing, keywords count more.'),
    })
    .meta({ id: 'LibraryHits' }),
  examples: searchExamples,
})
