import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'
import { messageFailure } from './message-failure.ts'

const messageModelSchema = z.looseObject({
  type: z.literal('model'),
  id: z.string(),
  display_name: z.string(),
  created_at: z.string(),
  max_input_tokens: z.int().nullable().describe('The context window, when known.'),
})

const messageModelListSchema = z.object({
  data: z.array(messageModelSchema),
  has_more: z.boolean(),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
})

export type MessageModel = z.output<typeof messageModelSchema>

const shared = {
  method: 'GET',
  scope: null,
  encoding: 'none',
  apiFormat: 'messages',
  failure: messageFailure,
} as const

/** `GET /v1/models` for a request with the header `anthropic-version`. */
export const messageModelsContract = defineContract({
  ...shared,
  id: 'message-models',
  path: '/v1/models',
  summary: 'List chat models, in the format of the Messages API',
  input: z.object({
    limit: z.int().min(1).max(1000).nullish().meta({ default: 20 }),
    after_id: z.string().nullish(),
    before_id: z.string().nullish(),
  }),
  output: messageModelListSchema,
  examples: [{ title: 'Chat models', description: 'The first 20.', input: {} }],
})

/** `GET /v1/models/{id}` for such a request. */
export const messageModelContract = defineContract({
  ...shared,
  id: 'message-model',
  path: '/v1/models/{id}',
  summary: 'Get a chat model, in the format of the Messages API',
  input: z.object({ id: z.string().min(1) }),
  output: messageModelSchema,
  examples: [
    { title: 'One model', description: 'IDs may contain a slash.', input: { id: 'local/qwen3-1.7b' } },
  ],
})
