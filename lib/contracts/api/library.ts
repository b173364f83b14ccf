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

/** What can be asked of a library. */
const listExamples = [
  {
    title: 'The newest items',
    description: 'Fifty at a time; `next_cursor` leads on.',
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
  encoding: 'none',
  input: z.object({
    collection: collectionSchema.nullish().describe('Only of this collection.'),
    q: z
      .string()
      .trim()
      .max(200)
      .nullish()
      .describe('Only with this in the title; case makes no difference.'),
    state: z.enum(['queued', 'indexed', 'failed']).nullish(),
    limit: z.int().min(1).max(libraryPageMax).nullish().meta({ default: 50 }),
    cursor: z.string().max(200).nullish().describe('`next_cursor` of the answer before.'),
  }),
  output: z
    .looseObject({
      object: z.literal('list'),
      data: z.array(libraryItemSchema),
      next_cursor: z.string().nullable().describe('Null: there are no more.'),
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
    description: 'Its words are found at once, its meaning as soon as it is indexed.',
    input: {
      title: 'Office keys',
      text: 'The spare key of the office hangs in the kitchen cupboard. Ask Mara for the code of the alarm.',
      collection: 'handbook',
    },
  },
  {
    title: 'A document page by page',
    description: 'Passages that are found later name their page.',
    input: {
      title: 'Generator manual',
      pages: [
        { page: 1, content: 'The unit supplies 2.2 kW at 230 V and starts with a pull cord.' },
        { page: 2, content: 'The generator must not be used above 2,000 metres.' },
      ],
    },
  },
]

/** Adds a text as it is: nothing is fetched. */
export const libraryAddContract = defineContract({
  id: 'library-add',
  method: 'POST',
  path: '/v1/library',
  summary: 'Add a text, or the pages of a document, to the team’s library',
  scope: 'library',
  encoding: 'json',
  input: z
    .looseObject({
      title: z.string().trim().min(1).max(500),
      text: z
        .string()
        .max(libraryTextBytesMax)
        .nullish()
        .describe('Markdown or plain text. This, or `pages`.'),
      pages: z
        .array(pageSchema)
        .min(1)
        .max(20_000)
        .nullish()
        .describe('Instead of `text`: what stands on which page, in order, as `/upload` gives it.'),
      url: z
        .string()
        .max(2048)
        .nullish()
        .describe('Where it comes from, http or https. An item with this address is replaced.'),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')
        .nullish()
        .describe('Of the file it was read from. An item with this hash is replaced.'),
      collection: collectionSchema.nullish().meta({ default: 'default' }),
    })
    .refine(({ text, pages }) => (text ?? null) !== null || (pages ?? null) !== null, {
      path: ['text'],
      error: 'is missing; send `text`, or `pages`',
    })
    .refine(({ text, pages }) => (text ?? null) === null || (pages ?? null) === null, {
      path: ['pages'],
      error: 'cannot be sent with `text`; send one of them',
    })
    .meta({ id: 'LibraryAddRequest' }),
  output: libraryItemSchema,
  moreFailures: { 507: 'The library of the team is full.' },
  examples: addExamples,
})

const itemExamples = [
  { title: 'One item', description: 'By its id.', input: { id: 'lib_4fQz8Yc1Wm0Rk7Tn2Vb9Xa5D' } },
]

/** An item with all of its text. */
export const libraryItemContract = defineContract({
  id: 'library-item',
  method: 'GET',
  path: '/v1/library/{id}',
  summary: 'An item of the library with its text, page by page',
  scope: 'library',
  encoding: 'none',
  input: z.object({ id: libraryItemIdSchema }),
  output: libraryItemSchema
    .extend({
      text: z.string().describe('Markdown of all pages, empty lines between them.'),
      page_texts: z.array(pageSchema).describe('The same, page by page.'),
    })
    .meta({ id: 'LibraryText' }),
  examples: itemExamples,
})

export const libraryDeleteContract = defineContract({
  id: 'library-delete',
  method: 'DELETE',
  path: '/v1/library/{id}',
  summary: 'Delete an item of the library with its text, chunks and vectors, at once',
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
    title: 'Ask your own documents',
    description: 'The passages that fit best, by words and by meaning, each with its page.',
    input: { query: 'Where is the spare key?', top_k: 5 },
  },
]

/** Words and meaning, best first. */
export const librarySearchContract = defineContract({
  id: 'library-search',
  method: 'POST',
  path: '/v1/library/search',
  summary: 'Find passages of the team’s library by words and meaning',
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
        .describe('Only in these; absent: in all.'),
      top_k: z.int().min(1).max(libraryHitsMax).nullish().meta({ default: 10 }),
      mode: z
        .enum(['hybrid', 'text'])
        .nullish()
        .describe('`text`: by words alone, without asking the embedding model.')
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
          score: z.number().min(0).max(1).describe('Of the fused ranks; 1: first by words and by meaning.'),
        }),
      ),
      searched: z
        .enum(['hybrid', 'text'])
        .describe('`text` also where the embedding model could not be asked.'),
    })
    .meta({ id: 'LibraryHits' }),
  examples: searchExamples,
})
