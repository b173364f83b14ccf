import { z } from 'zod'
import { searchDetailsSchema } from './search-details.ts'
import { usageSchema } from '#lib/contracts/api/usage.ts'

export const searchSourceSchema = z
  .object({
    pageContent: z.string().max(2000).describe('The passage in plain text that the answer is based on.'),
    metadata: z.strictObject({ title: z.string(), url: z.string() }),
  })
  .meta({ id: 'SearchSource' })

const thumbnailSchema = z
  .string()
  .optional()
  .describe('A signed, temporary thumbnail URL on this server. Only with `details: true`.')

export const searchImageSchema = z
  .object({
    url: z.string().describe('URL of the page.'),
    img_src: z.string().describe('URL of the image at its source.'),
    title: z.string(),
    thumbnail: thumbnailSchema,
  })
  .meta({ id: 'SearchImage' })

export const searchVideoSchema = z
  .object({
    url: z.string().describe('URL of the page.'),
    img_src: z.string().describe('A still.'),
    title: z.string(),
    iframe_src: z.string().describe('URL of the player: YouTube without cookies, or Vimeo.'),
    thumbnail: thumbnailSchema,
  })
  .meta({ id: 'SearchVideo' })

const sourcesSchema = z.array(searchSourceSchema).max(15)
const videosSchema = z.array(searchVideoSchema).max(10)
const imagesSchema = z.array(searchImageSchema).max(10)
const suggestionsSchema = z.array(z.string()).max(5).describe('Suggested follow-up questions.')

export const searchFinishSchema = z.enum(['stop', 'length', 'content_filter'])

const headSchema = z.looseObject({
  id: z.string(),
  created: z.int().describe('Unix time in seconds.'),
  model: z.literal('sextant-ai-search'),
  system_fingerprint: z.string(),
})

/** Response of a search that does not stream. */
export const searchCompletionSchema = headSchema
  .extend({
    object: z.literal('search.completion'),
    choices: z.array(
      z.looseObject({
        index: z.int(),
        message: z.looseObject({
          role: z.literal('assistant'),
          content: z.string().describe('Markdown; `[n]` cites the nth entry of `sources`.'),
          sources: sourcesSchema,
          videos: videosSchema,
          images: imagesSchema,
          suggestions: suggestionsSchema,
          details: searchDetailsSchema.optional().describe('Only with `details: true`.'),
        }),
        finish_reason: searchFinishSchema,
      }),
    ),
    usage: usageSchema.describe('Total of all model calls, embeddings included.'),
  })
  .meta({ id: 'SearchCompletion' })

/**
 * One event of the stream: role and `sources` first, then `content`, then the other lists with the
 * `finish_reason`, then `usage`. With `details: true` every completed step is sent as its own event from the
 * start.
 */
export const searchChunkSchema = headSchema
  .extend({
    object: z.literal('search.completion.chunk'),
    choices: z.array(
      z.looseObject({
        index: z.int(),
        delta: z.looseObject({
          role: z.literal('assistant').optional(),
          content: z.string().optional(),
          sources: sourcesSchema.optional(),
          videos: videosSchema.optional(),
          images: imagesSchema.optional(),
          suggestions: suggestionsSchema.optional(),
          details: searchDetailsSchema
            .partial()
            .optional()
            .describe('`steps` are appended, all other fields replaced.'),
        }),
        finish_reason: searchFinishSchema.nullable(),
      }),
    ),
    usage: usageSchema.optional(),
  })
  .meta({ id: 'SearchCompletionChunk' })

export type SearchSource = z.output<typeof searchSourceSchema>
export type SearchImage = z.output<typeof searchImageSchema>
export type SearchVideo = z.output<typeof searchVideoSchema>
export type SearchFinish = z.output<typeof searchFinishSchema>
export type SearchCompletion = z.output<typeof searchCompletionSchema>
export type SearchChunk = z.output<typeof searchChunkSchema>
