import { z } from 'zod'
import { fallbackModelsMax } from '#lib/contracts/api/chat.ts'
import { defineContract } from '#lib/contracts/core/contract.ts'
import { inputItemSchema, responseToolSchema } from './response-items.ts'

const formatSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    name: z.string().min(1).max(64),
    description: z.string().nullish(),
    schema: z.record(z.string(), z.unknown()),
    strict: z.boolean().nullish(),
  }),
])

const allowedToolsSchema = z.looseObject({
  type: z.literal('allowed_tools'),
  mode: z.enum(['auto', 'required']),
  tools: z.array(
    z.looseObject({ type: z.string(), name: z.string().nullish(), namespace: z.string().nullish() }),
  ),
})

const toolChoiceSchema = z.union([
  z.enum(['none', 'auto', 'required']),
  allowedToolsSchema,
  z.looseObject({
    type: z.string().refine(type => type !== 'allowed_tools', {
      error: 'is known, but its other members are invalid',
      abort: true,
    }),
    name: z.string().nullish(),
    namespace: z.string().nullish(),
  }),
])

const metadataSchema = z
  .record(z.string().max(64), z.string().max(512))
  .refine(pairs => Object.keys(pairs).length <= 16, 'must have at most 16 pairs')

const promptFields = {
  model: z.string().min(1).describe('A public model ID, or provider/model.'),
  input: z
    .union([z.string(), z.array(inputItemSchema).max(100_000)])
    .nullish()
    .describe('A text, or the items of the conversation so far.'),
  instructions: z
    .string()
    .nullish()
    .describe('Instructions before the conversation, for this request alone.'),
  previous_response_id: z.string().nullish().describe('A stored response to continue.'),
  tools: z.array(responseToolSchema).nullish().describe('Tools the model may call.'),
  tool_choice: toolChoiceSchema.nullish().describe('none, auto, required, one tool, or allowed_tools.'),
  parallel_tool_calls: z.boolean().nullish().describe('Allow several tool calls in one response.'),
  text: z
    .looseObject({ format: formatSchema.nullish(), verbosity: z.string().nullish() })
    .nullish()
    .describe('Text, any JSON object, or JSON that matches a schema.'),
  reasoning: z
    .looseObject({ effort: z.string().nullish(), summary: z.string().nullish() })
    .nullish()
    .describe('How much the model thinks first.'),
  truncation: z
    .enum(['auto', 'disabled'])
    .nullish()
    .describe('auto removes the oldest turns of a conversation that is too long.'),
}

const optionFields = {
  stream: z.boolean().nullish().describe('Stream the response as server-sent events.'),
  store: z
    .boolean()
    .nullish()
    .describe('Store the response. Default: true where the team stores responses; otherwise none is stored.'),
  max_output_tokens: z.int().min(1).nullish().describe('Maximum number of tokens to generate.'),
  temperature: z.number().min(0).max(2).nullish().describe('Higher values make the output more random.'),
  top_p: z.number().min(0).max(1).nullish().describe('Nucleus sampling.'),
  presence_penalty: z.number().min(-2).max(2).nullish().describe('Positive values encourage new topics.'),
  frequency_penalty: z.number().min(-2).max(2).nullish().describe('Positive values reduce repetition.'),
  top_logprobs: z.int().min(0).max(20).nullish().describe('Number of alternatives per token.'),
  include: z
    .array(z.string())
    .nullish()
    .describe('reasoning.encrypted_content and message.output_text.logprobs.'),
  metadata: metadataSchema.nullish().describe('Up to 16 texts, repeated in the response.'),
  prompt_cache_key: z.string().nullish().describe('Names the session for prompt caches.'),
  safety_identifier: z
    .string()
    .max(512)
    .nullish()
    .describe('An ID for your end user; only its hash is forwarded to other vendors.'),
  user: z.string().nullish().describe('Older name for safety_identifier.'),
  background: z.boolean().nullish().describe('Must be false: nothing runs in the background.'),
  models: z
    .array(z.string().min(1))
    .max(fallbackModelsMax)
    .nullish()
    .describe('Fallback models, tried in order after model.'),
}

/** Request of `POST /v1/responses`. A provider with this API format gets the bytes of the request. */
const responsesRequestSchema = z
  .looseObject({ ...promptFields, ...optionFields })
  .meta({ id: 'ResponsesRequest' })

const outputItemSchema = z.looseObject({
  id: z.string(),
  type: z.string().describe('reasoning, message, function_call or custom_tool_call.'),
})

const responseUsageSchema = z.looseObject({
  input_tokens: z.int().min(0),
  input_tokens_details: z.looseObject({ cached_tokens: z.int().min(0) }),
  output_tokens: z.int().min(0),
  output_tokens_details: z.looseObject({ reasoning_tokens: z.int().min(0) }),
  total_tokens: z.int().min(0),
})

/** Response of a call that does not stream. */
export const responseSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.number().describe('Unix time in seconds.'),
    status: z.string().describe('completed, incomplete, in_progress or failed.'),
    error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.looseObject({ reason: z.string().optional() }).nullable(),
    model: z.string().describe('Public ID of the model that answered.'),
    output: z.array(outputItemSchema),
    usage: responseUsageSchema.nullish(),
  })
  .meta({ id: 'Response' })

/** One event of the stream, named after its type. */
const responseEventSchema = z
  .looseObject({
    type: z
      .string()
      .describe('response.created, response.output_text.delta, response.completed and others; or error.'),
    sequence_number: z.int().min(0).describe('Counts the events of the stream.'),
  })
  .meta({ id: 'ResponseEvent' })

export type Response = z.output<typeof responseSchema>
export type ResponseEvent = z.output<typeof responseEventSchema>
export type AllowedTools = z.output<typeof allowedToolsSchema>
export type ResponsesRequest = z.output<typeof responsesRequestSchema>

const question = 'Write a haiku about the sea.'

export const responsesContract = defineContract({
  id: 'responses',
  method: 'POST',
  path: '/v1/responses',
  summary: 'Answer a conversation, in the format of the Responses API',
  scope: 'chat',
  encoding: 'json',
  apiFormat: 'responses',
  input: responsesRequestSchema,
  output: responseSchema,
  event: responseEventSchema,
  examples: [
    {
      title: 'Ask a question',
      description: 'A streamed answer for clients of the Responses API.',
      input: {
        model: 'local/qwen2.5-coder-1.5b-instruct',
        max_output_tokens: 256,
        input: question,
        stream: true,
      },
    },
  ],
})

/** Counts the tokens of a request before it is sent. */
export const inputTokensContract = defineContract({
  id: 'input-tokens',
  method: 'POST',
  path: '/v1/responses/input_tokens',
  summary: 'Count the tokens of a request of the Responses API',
  scope: 'chat',
  isUnlimitedInParallel: true,
  encoding: 'json',
  apiFormat: 'responses',
  input: responsesRequestSchema,
  output: z
    .object({ object: z.literal('response.input_tokens'), input_tokens: z.int().min(0) })
    .meta({ id: 'ResponseInputTokens' }),
  examples: [
    {
      title: 'Count a question',
      description: 'The tokens of one text.',
      input: { model: 'local/qwen2.5-coder-1.5b-instruct', input: question },
    },
  ],
})
