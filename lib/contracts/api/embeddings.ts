import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'

export const embeddingInputsMax = 2048

const textSchema = z.string().min(1)
const tokensSchema = z.array(z.int().min(0)).min(1)

/** How a text will be used; models that distinguish this embed it accordingly. */
export const embeddingTasks = [
  'retrieval.query',
  'retrieval.passage',
  'separation',
  'classification',
  'text-matching',
] as const

const encodingSchema = z.enum(['float', 'base64'])

/** Request of `POST /v1/embeddings`. Unknown fields are passed through. */
export const embeddingsRequestSchema = z
  .looseObject({
    model: z.string().min(1).describe('A public model ID, or provider/model.'),
    input: z
      .union([
        textSchema,
        z.array(textSchema).min(1).max(embeddingInputsMax),
        tokensSchema,
        z.array(tokensSchema).min(1).max(embeddingInputsMax),
      ])
      .describe('One text, up to 2,048 texts, or the same as token IDs; 300,000 tokens in total.'),
    encoding_format: encodingSchema
      .nullish()
      .describe('Numbers, or base64 of little-endian float32.')
      .meta({ default: 'float' }),
    dimensions: z
      .int()
      .min(1)
      .nullish()
      .describe('Number of dimensions: vectors are truncated and normalized, where the model supports it.'),
    task: z.enum(embeddingTasks).nullish().describe('How the texts will be used.'),
    truncate: z
      .boolean()
      .nullish()
      .describe("Truncate texts that exceed the model's context window.")
      .meta({ default: false }),
    late_chunking: z.boolean().nullish().describe('Embed the inputs as parts of one document.'),
    normalized: z.boolean().nullish().describe('Scale each vector to length 1.').meta({ default: true }),
    embedding_type: encodingSchema.nullish().describe('Alias of encoding_format, which takes precedence.'),
    user: z.string().nullish().describe('An ID for your end user; forwarded.'),
  })
  .meta({ id: 'EmbeddingsRequest' })

/** Response of `POST /v1/embeddings`, sorted by `index`. */
export const embeddingsSchema = z
  .looseObject({
    object: z.literal('list'),
    data: z.array(
      z.looseObject({
        object: z.literal('embedding'),
        index: z.int().min(0).describe('Index of the input.'),
        embedding: z.union([z.array(z.number()), z.string()]),
      }),
    ),
    model: z.string().describe('Public ID of the model that answered: the requested one or its fallback.'),
    usage: z.looseObject({
      prompt_tokens: z.int().min(0),
      total_tokens: z.int().min(0),
      cost: z.number().optional(),
    }),
  })
  .meta({ id: 'Embeddings' })

export type EmbeddingsRequest = z.output<typeof embeddingsRequestSchema>
export type Embeddings = z.output<typeof embeddingsSchema>

export const embeddingsContract = defineContract({
  id: 'embeddings',
  method: 'POST',
  path: '/v1/embeddings',
  summary: 'Create embeddings',
  scope: 'embeddings',
  encoding: 'json',
  input: embeddingsRequestSchema,
  output: embeddingsSchema,
  examples: [
    {
      title: 'Which sentences mean the same?',
      description: 'Three pairs with the same meaning in different words.',
      input: {
        model: 'local/bge-small-en-v1.5',
        input: [
          'How do I reset my password?',
          'I forgot my login and need a new one.',
          'The parcel arrived broken.',
          'My order was damaged in transit.',
          'Which plan includes phone support?',
          'Can I call someone on the basic tier?',
        ],
      },
    },
    {
      title: 'Cluster support tickets',
      description: 'Sixteen tickets on four topics form four clusters.',
      input: {
        model: 'local/bge-small-en-v1.5',
        input: [
          'I was charged twice this month.',
          'Please send an invoice with our VAT number.',
          'How can I change my credit card?',
          'The refund has not arrived yet.',
          'The app crashes when I open the camera.',
          'Uploads fail with error 500.',
          'The page stays blank in Firefox.',
          'Search returns no results since the update.',
          'Where is my package?',
          'The courier left it at the wrong address.',
          'Can you deliver on Saturday?',
          'Tracking has not changed for a week.',
          'Do you offer a discount for students?',
          'What does the enterprise plan cost?',
          'Is there a free trial?',
          'Can we pay yearly instead of monthly?',
        ],
      },
    },
    {
      title: 'Embed a search query',
      description: 'Sets the task to query, for models that embed queries differently.',
      input: {
        model: 'local/bge-small-en-v1.5',
        input: ['What is the boiling point of water on a mountain?'],
        task: 'retrieval.query',
      },
    },
  ],
})
