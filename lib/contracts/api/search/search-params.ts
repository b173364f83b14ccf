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
  .describe('What to search for, or to write about; links in it are read.')

export const searchLanguageSchema = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'expected a tag such as en or pt-BR')
  .describe('A language tag for the search backends; without it none is sent.')

export const searchLibrarySchema = z
  .union([z.boolean(), z.array(z.string().min(1).max(100)).min(1).max(50)])
  .describe('false: leave the library of the team out; names: only these collections of it.')
  .meta({ default: true })

/** A model as Perplexica's clients name it; an address or a key in it is never read. */
const modelNameSchema = z
  .looseObject({
    provider: z.string().max(200).nullish().describe('May be left out for a public id.'),
    model: z.string().min(1).max(300).nullish(),
    name: z.string().min(1).max(300).nullish().describe('Another word for `model`.'),
  })
  .refine(({ model, name }) => typeof (model ?? name) === 'string', {
    path: ['model'],
    message: 'name a model, as in {"provider": "local", "model": "extractive"}',
  })

const historySchema = z
  .array(z.tuple([z.enum(searchRoles), z.string().max(200_000)]))
  .max(100)
  .describe('Earlier turns as [role, content] pairs, in order; the last 20 count.')

/** What `params` of an AI search holds. Unknown fields are ignored. */
export const searchParamsSchema = z
  .looseObject({
    query: searchQuerySchema,
    focusMode: z
      .enum(focusModes)
      .nullish()
      .describe('Where to look; writingAssistant searches nothing.')
      .meta({ default: 'webSearch' }),
    optimizationMode: z
      .enum(optimizationModes)
      .nullish()
      .describe('balanced ranks with an embedding model and reads the best pages; speed does neither.')
      .meta({ default: 'balanced' }),
    chatModel: modelNameSchema
      .nullish()
      .describe("Writes the answer; without it the server's usual one. local/extractive quotes the sources."),
    embeddingModel: modelNameSchema.nullish().describe("Ranks; without it the server's usual one."),
    history: historySchema.nullish(),
    conversationHistory: historySchema.nullish().describe('Another word for `history`.'),
    library: searchLibrarySchema.nullish(),
    language: searchLanguageSchema.nullish(),
  })
  .meta({ id: 'SearchParams' })

/** The whole body of an AI search. */
export const searchRequestSchema = z
  .looseObject({
    model: z.literal('sextant-ai-search'),
    params: searchParamsSchema,
    history: historySchema.nullish().describe('The same as `params.history`.'),
    stream: z
      .boolean()
      .nullish()
      .describe('Send the answer as server-sent events while it is written.')
      .meta({ default: false }),
    details: z
      .boolean()
      .nullish()
      .describe('Also say what was done, how long it took and where each source came from.')
      .meta({ default: false }),
  })
  .meta({ id: 'SearchRequest' })

export type SearchParams = z.output<typeof searchParamsSchema>
export type SearchRequest = z.output<typeof searchRequestSchema>
