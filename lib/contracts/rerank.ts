import { z } from 'zod'
import { defineContract } from './contract.ts'
import { rerankExamples } from './rerank-examples.ts'

export const rerankDocumentsMax = 1000
// Each is looked up in each document.
const rankFieldsMax = 100

const documentSchema = z.union([z.string().min(1), z.looseObject({ text: z.string().nullish() })])

/** Request of `POST /v1/rerank`. Unknown fields are ignored. */
export const rerankRequestSchema = z
  .looseObject({
    model: z.string().min(1).describe('A public model id, or provider/model.'),
    query: z.string().min(1).describe('What the documents are ranked against.'),
    documents: z
      .array(documentSchema)
      .min(1)
      .max(rerankDocumentsMax)
      .describe('Texts, or objects with a text.'),
    top_n: z.int().min(1).nullish().describe('How many of the best to return; absent: all.'),
    top_k: z.int().min(1).nullish().describe('Other name of top_n, which wins.'),
    return_documents: z
      .boolean()
      .nullish()
      .describe('Return the texts with the scores.')
      .meta({ default: true }),
    rank_fields: z
      .array(z.string().min(1))
      .min(1)
      .max(rankFieldsMax)
      .nullish()
      .describe('Fields of the documents that are read, joined by a newline; absent: text.'),
    max_tokens_per_doc: z
      .int()
      .min(1)
      .nullish()
      .describe('Longer documents are cut.')
      .meta({ default: 4096 }),
    max_chunks_per_doc: z.int().min(1).nullish().describe('Accepted without effect.'),
  })
  .meta({ id: 'RerankRequest' })

const rerankResultSchema = z.looseObject({
  index: z.int().min(0).describe('Position in the documents of the request.'),
  relevance_score: z.number().min(0).max(1),
  document: z.looseObject({ text: z.string().optional() }).optional(),
})

/** Answer, best first; equal scores in the order of the request. */
export const rerankSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('list'),
    model: z.string(),
    results: z.array(rerankResultSchema),
    data: z
      .array(rerankResultSchema)
      .optional()
      .describe('The same, when top_k was given and top_n was not.'),
    meta: z.looseObject({
      api_version: z.looseObject({ version: z.string() }),
      billed_units: z.looseObject({ search_units: z.int().min(0) }),
      tokens: z.looseObject({ input_tokens: z.int().min(0), output_tokens: z.int().min(0) }),
    }),
    usage: z.looseObject({
      prompt_tokens: z.int().min(0),
      total_tokens: z.int().min(0),
      search_units: z.int().min(0),
      cost: z.number().optional(),
    }),
  })
  .meta({ id: 'Rerank' })

export type RerankRequest = z.output<typeof rerankRequestSchema>
export type Rerank = z.output<typeof rerankSchema>

export const rerankContract = defineContract({
  id: 'rerank',
  method: 'POST',
  path: '/v1/rerank',
  summary: 'Order documents by relevance to a query',
  scope: 'rerank',
  encoding: 'json',
  input: rerankRequestSchema,
  output: rerankSchema,
  examples: rerankExamples,
})

/** The same operation under Cohere's second address; only the default of `return_documents` differs. */
export const rerankV2Contract = defineContract({
  ...rerankContract,
  id: 'rerank-v2',
  path: '/v2/rerank',
  summary: 'Order documents by relevance to a query; the texts are not repeated unless asked for',
  input: rerankRequestSchema
    .extend({
      return_documents: z
        .boolean()
        .nullish()
        .describe('Return the texts with the scores.')
        .meta({ default: false }),
    })
    .meta({ id: 'RerankV2Request' }),
})
