import { z } from 'zod'
import { fallbackModelsMax } from '#lib/contracts/api/chat.ts'
import { defineContract } from '#lib/contracts/core/contract.ts'
import { inputMessageSchema, messageToolSchema, systemSchema } from './message-blocks.ts'
import { messageFailure } from './message-failure.ts'

const thinkingSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('disabled') }),
  z.looseObject({
    type: z.literal('enabled'),
    budget_tokens: z.int().min(1),
    display: z.enum(['summarized', 'omitted']).nullish(),
  }),
  z.looseObject({ type: z.literal('adaptive'), display: z.enum(['summarized', 'omitted']).nullish() }),
  z.looseObject({ type: z.literal('between_tools'), display: z.enum(['summarized', 'omitted']).nullish() }),
])

const outputConfigSchema = z.looseObject({
  effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  format: z
    .looseObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) })
    .nullish(),
})

const toolChoiceSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('auto'), disable_parallel_tool_use: z.boolean().nullish() }),
  z.looseObject({ type: z.literal('any'), disable_parallel_tool_use: z.boolean().nullish() }),
  z.looseObject({
    type: z.literal('tool'),
    name: z.string().min(1),
    disable_parallel_tool_use: z.boolean().nullish(),
  }),
  z.looseObject({ type: z.literal('none') }),
])

const promptFields = {
  model: z.string().min(1).describe('A public model ID, or provider/model.'),
  messages: z
    .array(inputMessageSchema)
    .min(1)
    .max(100_000)
    .describe('The conversation so far, oldest turn first.'),
  system: systemSchema.nullish().describe('Instructions before the conversation.'),
  tools: z.array(messageToolSchema).nullish().describe('Tools the model may call.'),
  tool_choice: toolChoiceSchema.nullish().describe('auto, any, none, or one tool.'),
  thinking: thinkingSchema.nullish().describe('Whether the model thinks first, and how much.'),
  output_config: outputConfigSchema.nullish().describe('Effort, and a JSON Schema for the answer.'),
}

const optionFields = {
  stream: z.boolean().nullish().describe('Stream the response as server-sent events.'),
  stop_sequences: z.array(z.string()).nullish().describe('Strings that stop generation.'),
  temperature: z.number().min(0).max(1).nullish().describe('Higher values make the output more random.'),
  top_p: z.number().min(0).max(1).nullish().describe('Nucleus sampling.'),
  top_k: z.int().min(0).nullish().describe('Number of most likely tokens to sample from.'),
  metadata: z
    .looseObject({ user_id: z.string().max(512).nullish() })
    .nullish()
    .describe('An ID for your end user; only its hash is forwarded to other vendors.'),
  models: z
    .array(z.string().min(1))
    .max(fallbackModelsMax)
    .nullish()
    .describe('Fallback models, tried in order after model.'),
}

/** Request of `POST /v1/messages`. A provider with this API format gets the bytes of the request. */
const messagesRequestSchema = z
  .looseObject({
    ...promptFields,
    max_tokens: z.int().min(1).describe('Maximum number of tokens to generate.'),
    ...optionFields,
  })
  .meta({ id: 'MessagesRequest' })

const outputBlockSchema = z.looseObject({
  type: z.string().describe('thinking, text or tool_use.'),
  text: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
})

const messageUsageSchema = z.looseObject({
  input_tokens: z.int().min(0).nullable().describe('Without those read from or written to the cache.'),
  output_tokens: z.int().min(0),
  cache_creation_input_tokens: z.int().min(0).nullish(),
  cache_read_input_tokens: z.int().min(0).nullish(),
})

/** Response of a call that does not stream. */
export const messageSchema = z
  .looseObject({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string().describe('Public ID of the model that answered.'),
    content: z.array(outputBlockSchema),
    stop_reason: z.string().nullable(),
    stop_sequence: z.string().nullable(),
    usage: messageUsageSchema,
  })
  .meta({ id: 'Message' })

/** One event of the stream, named after its type. */
export const messageEventSchema = z
  .looseObject({
    type: z
      .string()
      .describe(
        'message_start, content_block_start, content_block_delta, content_block_stop, message_delta, message_stop or ping.',
      ),
    index: z.int().min(0).optional().describe('Position of the content block.'),
  })
  .meta({ id: 'MessageEvent' })

export type Message = z.output<typeof messageSchema>
export type MessageEvent = z.output<typeof messageEventSchema>
export type OutputBlock = z.output<typeof outputBlockSchema>

const question = [{ role: 'user' as const, content: 'Write a haiku about the sea.' }]

export const messagesContract = defineContract({
  id: 'messages',
  method: 'POST',
  path: '/v1/messages',
  summary: 'Answer a conversation, in the format of the Messages API',
  scope: 'chat',
  encoding: 'json',
  apiFormat: 'messages',
  input: messagesRequestSchema,
  output: messageSchema,
  event: messageEventSchema,
  failure: messageFailure,
  examples: [
    {
      title: 'Ask a question',
      description: 'A streamed answer for clients of Anthropic’s SDKs.',
      input: {
        model: 'local/qwen2.5-coder-1.5b-instruct',
        max_tokens: 256,
        messages: question,
        stream: true,
      },
    },
  ],
})

/** Counts the tokens of a request before it is sent. */
export const countTokensContract = defineContract({
  id: 'count-tokens',
  method: 'POST',
  path: '/v1/messages/count_tokens',
  summary: 'Count the tokens of a request',
  scope: 'chat',
  // Claude Code sends 14 at once.
  isUnlimitedInParallel: true,
  encoding: 'json',
  apiFormat: 'messages',
  input: z.looseObject({ ...promptFields, ...optionFields }).meta({ id: 'CountTokensRequest' }),
  output: z.looseObject({ input_tokens: z.int().min(0) }).meta({ id: 'MessageTokens' }),
  failure: messageFailure,
  examples: [
    {
      title: 'Count a question',
      description: 'The tokens of one turn.',
      input: { model: 'local/qwen2.5-coder-1.5b-instruct', messages: question },
    },
  ],
})

export type CountTokensRequest = z.output<(typeof countTokensContract)['input']>
