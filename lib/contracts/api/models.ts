import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'

export const modelKinds = ['chat', 'embeddings', 'rerank', 'speech', 'web'] as const

/** One entry of `GET /v1/models`. */
export const modelSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.string().describe('Provider ID.'),
    providers: z
      .array(z.string())
      .optional()
      .describe('The IDs of all providers that receive its requests, if it has deployments at several.'),
    type: z.enum(modelKinds),
    dimensions: z.int().optional(),
    dimensions_adjustable: z
      .boolean()
      .optional()
      .describe('Whether the model supports fewer dimensions, when known.'),
    context_window: z.int().optional().describe('Tokens.'),
    max_output_tokens: z
      .int()
      .optional()
      .describe('Tokens that a response has at most, by the price catalog.'),
    tools: z.boolean().optional().describe('Whether the model calls tools, by the price catalog.'),
    reasoning: z.boolean().optional().describe('Whether the model thinks first, by the price catalog.'),
    capabilities: z.array(z.enum(['chat', 'embeddings', 'rerank', 'speech'])).optional(),
    input: z.array(z.enum(['text', 'image', 'audio'])).optional(),
    price: z
      .object({ input: z.number(), output: z.number() })
      .optional()
      .describe('US dollars per million tokens, when known.'),
    pricing: z
      .looseObject({
        source: z
          .enum(['reported', 'operator', 'catalog', 'free', 'unpriced'])
          .describe('Where the cost of its requests comes from.'),
        rates: z
          .record(z.string(), z.number())
          .optional()
          .describe(
            'US dollars by unit: a million tokens or characters, an hour of audio, a thousand searches, requests or pages.',
          ),
        date: z.string().optional().describe('Of the price catalog, as YYYY-MM-DD.'),
        url: z.string().optional().describe('Where the vendor publishes the price.'),
        disputed: z.boolean().optional().describe('The sources of the catalog disagree about it.'),
      })
      .optional(),
    shutdown_date: z
      .string()
      .optional()
      .describe('The UTC day on which the vendor shuts the model down, as YYYY-MM-DD, when known.'),
    successor: z
      .string()
      .optional()
      .describe('The model that the vendor recommends instead of one that it shuts down, when known.'),
    alias_of: z.string().optional().describe('The ID of the model that this one is another name for.'),
    prompt_tokens_per_second: z.number().optional().describe('Embedded models only, once loaded.'),
    state: z
      .enum(['ready', 'not_downloaded', 'downloading', 'not_configured'])
      .optional()
      .describe('Only with ?all=true.'),
    default: z
      .literal(true)
      .optional()
      .describe(
        'The default model of its type; for `local/extractive`, of searches in the mode `speed`. Only with ?all=true.',
      ),
  })
  .meta({ id: 'Model' })

const cohereEndpoints = ['chat', 'embed', 'rerank'] as const

const cohereModelSchema = z.looseObject({
  name: z.string(),
  endpoints: z.array(z.enum(cohereEndpoints)),
  context_length: z.int().optional().describe('Tokens.'),
})

export const modelListSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(modelSchema),
    models: z
      .array(cohereModelSchema)
      .optional()
      .describe('The same for Cohere’s clients, without web and speech.'),
  })
  .meta({ id: 'ModelList' })

export type Model = z.output<typeof modelSchema>
export type CohereModel = z.output<typeof cohereModelSchema>
export type ModelKind = (typeof modelKinds)[number]

export const modelsContract = defineContract({
  id: 'models',
  method: 'GET',
  path: '/v1/models',
  summary: 'List available models',
  scope: null,
  encoding: 'none',
  input: z.object({
    all: z.boolean().nullish().describe('Include models that are not ready.'),
    endpoint: z.string().nullish().describe('Only models of this endpoint: chat, embed or rerank.'),
  }),
  output: modelListSchema,
  examples: [
    { title: 'Available models', description: 'Models of every type.', input: {} },
    { title: 'All known models', description: 'Includes the state of each model.', input: { all: true } },
  ],
})

export const modelContract = defineContract({
  id: 'model',
  method: 'GET',
  path: '/v1/models/{id}',
  summary: 'Get a model',
  scope: null,
  encoding: 'none',
  input: z.object({ id: z.string().min(1) }),
  output: modelSchema,
  examples: [
    {
      title: 'One model',
      description: 'IDs may contain a slash.',
      input: { id: 'local/bge-small-en-v1.5' },
    },
  ],
})
