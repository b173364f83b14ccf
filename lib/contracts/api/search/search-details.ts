import { z } from 'zod'

export const searchSteps = ['rewrite', 'search', 'rank', 'read', 'answer', 'media', 'suggestions'] as const
export type SearchStepName = (typeof searchSteps)[number]

const stepSchema = z.looseObject({
  name: z.enum(searchSteps),
  ms: z.number().min(0),
  tokens: z.int().min(0).optional().describe('Of the models that it asked.'),
  note: z.string().optional().describe('In words: what it made of it, or why it was left out.'),
})

const originSchema = z.looseObject({
  backend: z.string().describe('`library`, `link`, or the id of a search backend.'),
  rank: z.int().min(1).describe('Its place among the results of that backend.'),
  score: z.number().optional().describe('Likeness to the query, −1…1; only where it was ranked.'),
  published: z.string().optional().describe('As the backend writes it.'),
  also: z
    .array(z.looseObject({ backend: z.string(), url: z.string() }))
    .optional()
    .describe('The same page from elsewhere.'),
})

const backendSchema = z.looseObject({
  backend: z.string(),
  hits: z.int().min(0).optional().describe('Where it answered.'),
  failure: z.string().optional().describe('Where it did not: why.'),
  keyless: z.boolean().describe('Built in, asked without a key: not a whole web search.'),
})

/** What was done for an answer; of a stream's events each carries what is new. */
export const searchDetailsSchema = z
  .looseObject({
    steps: z.array(stepSchema).describe('In the order in which they ended.'),
    query: z.string().describe('What was searched for; empty: nothing was.'),
    sources: z.array(originSchema).describe('In the order of `sources`.'),
    backends: z.array(backendSchema).describe('Every one that was asked, the library included.'),
    deadline_ms: z.int().describe('How long all of it may take.'),
  })
  .meta({ id: 'SearchDetails' })

export type SearchDetails = z.output<typeof searchDetailsSchema>
export type SearchStep = z.output<typeof stepSchema>
export type SearchOrigin = z.output<typeof originSchema>
export type SearchBackendReport = z.output<typeof backendSchema>
