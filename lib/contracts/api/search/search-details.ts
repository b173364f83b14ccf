import { z } from 'zod'

export const searchSteps = ['rewrite', 'search', 'rank', 'read', 'answer', 'media', 'suggestions'] as const
export type SearchStepName = (typeof searchSteps)[number]

const stepSchema = z.looseObject({
  name: z.enum(searchSteps),
  ms: z.number().min(0),
  tokens: z.int().min(0).optional().describe('Usage of the models called by this step.'),
  note: z.string().optional().describe('The outcome, or why the step was skipped.'),
})

const originSchema = z.looseObject({
  backend: z.string().describe('`library`, `link`, or the ID of a search backend.'),
  rank: z.int().min(1).describe('Rank in the results of that backend.'),
  score: z.number().optional().describe('Cosine similarity to the query, −1 to 1; only when ranked.'),
  published: z.string().optional().describe('As the backend states it.'),
  also: z
    .array(z.looseObject({ backend: z.string(), url: z.string() }))
    .optional()
    .describe('Other sources of the same page.'),
})

const backendSchema = z.looseObject({
  backend: z.string(),
  hits: z.int().min(0).optional().describe('Number of results, if the backend answered.'),
  index: z
    .looseObject({ chunks: z.int().min(0), embedded: z.int().min(0) })
    .optional()
    .describe('Of the library: its passages, and those found by meaning too.'),
  failure: z.string().optional().describe('Why the backend failed, if it did.'),
  keyless: z.boolean().describe('Built in, without an API key: not a full web search.'),
})

/** How the answer was produced; each stream event carries the new parts. */
export const searchDetailsSchema = z
  .looseObject({
    steps: z.array(stepSchema).describe('In order of completion.'),
    query: z.string().describe('Search queries; empty when no search ran.'),
    sources: z.array(originSchema).describe('In the order of `sources`.'),
    backends: z.array(backendSchema).describe('Every backend that was queried, including the library.'),
    deadline_ms: z.int().describe('Time limit of the whole search.'),
  })
  .meta({ id: 'SearchDetails' })

export type SearchDetails = z.output<typeof searchDetailsSchema>
export type SearchStep = z.output<typeof stepSchema>
export type SearchOrigin = z.output<typeof originSchema>
export type SearchBackendReport = z.output<typeof backendSchema>
