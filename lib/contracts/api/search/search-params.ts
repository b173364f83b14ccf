import { z } from 'zod'

export const focusModes = [
  'webSearch',
  'academicSearch',
  'writingAssistant',
  'wolframAlphaSearch',
  'youtubeSearch',
  'redditSearch',
] as const
export type FocusMode = (typeof focusModes)[number]

export const optimizationModes = ['balanced', 'speed'] as const
export type OptimizationMode = (typeof optimizationModes)[number]

const searchRoles = ['human', 'user', 'assistant', 'ai'] as const

export const searchQuerySchema = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .describe('The question or the topic to write about; links in it are read.')

export const searchLanguageSchema = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language tag such as en or pt-BR')
  .describe('Language tag for the search backends; none is sent by default.')

export const searchLibrarySchema = z
  .union([z.boolean(), z.array(z.string().min(1).max(100)).min(1).max(50)])
  .describe('false: exclude the team’s library; names: search only these collections.')
  .meta({ default: true })

/** A model as Perplexica's clients specify it; a URL or key in it is ignored. */
const modelNameSchema = z
  .looseObject({
    provider: z.string().max(200).nullish().describe('Optional with a public ID.'),
    model: z.string().min(1).max(300).nullish(),
    name: z.string().min(1).max(300).nullish().describe('Alias of `model`.'),
  })
  .refine(({ model, name }) => typeof (model ?? name) === 'string', {
    path: ['model'],
    message: 'specify a model, as in {"provider": "local", "model": "extractive"}',
  })

const historySchema = z
  .array(z.tuple([z.enum(searchRoles), z.string().max(200_000)]))
  .max(100)
  .describe('Earlier turns as [role, content] pairs, oldest first; the last 20 are used.')

/** The `params` of an AI search. Unknown fields are ignored. */
export const searchParamsSchema = z
  .looseObject({
    query: searchQuerySchema,
    focusMode: z
      .enum(focusModes)
      .nullish()
      .describe('Where to search; writingAssistant does not search.')
      .meta({ default: 'webSearch' }),
    optimizationMode: z
      .enum(optimizationModes)
      .nullish()
      .describe('balanced ranks with an embedding model and reads the best pages; speed does neither.')
      .meta({ default: 'balanced' }),
    chatModel: modelNameSchema
      .nullish()
      .describe("Answer model; default: the server's. local/extractive quotes the sources."),
    embeddingModel: modelNameSchema.nullish().describe("Ranking model; default: the server's."),
    history: historySchema.nullish(),
    conversationHistory: historySchema.nullish().describe('Alias of `history`.'),
    library: searchLibrarySchema.nullish(),
    language: searchLanguageSchema
      .nullish()
      .describe('Language tag for the search backends, for example en.'),
  })
  .meta({ id: 'SearchParams' })

/** The whole body of an AI search. */
export const searchRequestSchema = z
  .looseObject({
    model: z.literal('sextant-ai-search'),
    params: searchParamsSchema,
    history: historySchema.nullish().describe('Same as `params.history`.'),
    stream: z
      .boolean()
      .nullish()
      .describe('Stream the response as server-sent events.')
      .meta({ default: false }),
    details: z
      .boolean()
      .nullish()
      .describe('Include the steps, their duration and the origin of each source.')
      .meta({ default: false }),
  })
  .meta({ id: 'SearchRequest' })

export type SearchParams = z.output<typeof searchParamsSchema>
export type SearchRequest = z.output<typeof searchRequestSchema>
