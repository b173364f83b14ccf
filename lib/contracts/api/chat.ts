import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'
import { chatMessageSchema, toolCallSchema, toolChoiceSchema, toolSchema } from './chat-message.ts'
import { jsonSchemaSchema } from './json-schema.ts'
import { usageSchema } from './usage.ts'

/** Fallback models that one request may name. */
export const fallbackModelsMax = 8

const responseFormatSchema = z.union([
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({
      name: z.string().min(1).max(64),
      description: z.string().nullish(),
      schema: jsonSchemaSchema.nullish(),
      strict: z.boolean().nullish(),
    }),
  }),
])

/** Request of `POST /v1/chat/completions`. Unknown fields are passed through. */
export const chatRequestSchema = z
  .looseObject({
    model: z.string().min(1).describe('A public model ID, or provider/model.'),
    messages: z.array(chatMessageSchema).min(1).describe('The conversation so far, oldest message first.'),
    stream: z.boolean().nullish().describe('Stream the response as server-sent events.'),
    stream_options: z
      .looseObject({ include_usage: z.boolean().nullish() })
      .nullish()
      .describe('include_usage adds a final event with the token counts.'),
    temperature: z
      .number()
      .min(0)
      .max(2)
      .nullish()
      .describe('Higher values make the output more random.')
      .meta({ default: 1 }),
    max_tokens: z.int().min(1).nullish().describe('Maximum number of tokens to generate.'),
    max_completion_tokens: z.int().min(1).nullish().describe('Newer name for max_tokens; takes precedence.'),
    top_p: z
      .number()
      .min(0)
      .max(1)
      .nullish()
      .describe('Nucleus sampling: the probability mass to sample from.')
      .meta({ default: 1 }),
    presence_penalty: z
      .number()
      .min(-2)
      .max(2)
      .nullish()
      .describe('Positive values encourage new topics.')
      .meta({ default: 0 }),
    frequency_penalty: z
      .number()
      .min(-2)
      .max(2)
      .nullish()
      .describe('Positive values reduce repetition.')
      .meta({ default: 0 }),
    seed: z.int().nullish().describe('Same seed and parameters, same output, on models that support it.'),
    stop: z
      .union([z.string(), z.array(z.string()).max(4)])
      .nullish()
      .describe('Up to 4 strings that stop generation.'),
    n: z.int().min(1).max(128).nullish().describe('Number of completions to generate.').meta({ default: 1 }),
    logprobs: z.boolean().nullish().describe('Return the log probability of each token.'),
    top_logprobs: z.int().min(0).max(20).nullish().describe('Number of alternatives per token.'),
    logit_bias: z
      .record(z.string(), z.number())
      .nullish()
      .describe('Maps token IDs to a bias from −100 to 100.'),
    response_format: responseFormatSchema
      .nullish()
      .describe('Text, any JSON object, or JSON that matches a schema.'),
    tools: z.array(toolSchema).max(128).nullish().describe('Functions the model may call.'),
    tool_choice: toolChoiceSchema.nullish().describe('none, auto, required, or one function.'),
    parallel_tool_calls: z.boolean().nullish().describe('Allow several tool calls in one response.'),
    reasoning_effort: z.string().nullish().describe('Forwarded to reasoning models.'),
    user: z.string().nullish().describe('An ID for your end user; forwarded.'),
    metadata: z.record(z.string(), z.unknown()).nullish().describe('Forwarded.'),
    models: z
      .array(z.string().min(1))
      .max(fallbackModelsMax)
      .nullish()
      .describe('Fallback models, tried in order after model.'),
  })
  .meta({ id: 'ChatRequest' })

const finishReasonSchema = z.enum(['stop', 'length', 'tool_calls', 'content_filter', 'function_call'])

const answerSchema = z.looseObject({
  role: z.literal('assistant'),
  content: z.string().nullable(),
  refusal: z.string().nullable(),
  reasoning_content: z.string().nullish(),
  tool_calls: z.array(toolCallSchema).optional(),
})

/** Response of a call that does not stream. */
export const chatCompletionSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int().describe('Unix time in seconds.'),
    model: z.string().describe('Public ID of the model that answered.'),
    choices: z.array(
      z.looseObject({
        index: z.int(),
        message: answerSchema,
        logprobs: z.unknown().nullable(),
        finish_reason: finishReasonSchema,
      }),
    ),
    usage: usageSchema,
    system_fingerprint: z.string(),
  })
  .meta({ id: 'ChatCompletion' })

const toolCallDeltaSchema = z.looseObject({
  index: z.int().min(0),
  id: z.string().optional(),
  type: z.literal('function').optional(),
  function: z.looseObject({ name: z.string().optional(), arguments: z.string().optional() }).optional(),
})

/** One event of the stream. */
export const chatChunkSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('chat.completion.chunk'),
    created: z.int(),
    model: z.string(),
    system_fingerprint: z.string(),
    choices: z.array(
      z.looseObject({
        index: z.int(),
        delta: z.looseObject({
          role: z.literal('assistant').optional(),
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          reasoning_content: z.string().nullish(),
          tool_calls: z.array(toolCallDeltaSchema).optional(),
        }),
        logprobs: z.unknown().nullish(),
        finish_reason: finishReasonSchema.nullable(),
      }),
    ),
    usage: usageSchema.nullish(),
  })
  .meta({ id: 'ChatCompletionChunk' })

export type ChatRequest = z.output<typeof chatRequestSchema>
export type ChatCompletion = z.output<typeof chatCompletionSchema>
export type ChatChunk = z.output<typeof chatChunkSchema>
export type FinishReason = z.output<typeof finishReasonSchema>

export const chatContract = defineContract({
  id: 'chat',
  method: 'POST',
  path: '/v1/chat/completions',
  summary: 'Answer a conversation',
  scope: 'chat',
  encoding: 'json',
  apiFormat: 'chat',
  input: chatRequestSchema,
  output: chatCompletionSchema,
  event: chatChunkSchema,
  examples: [
    {
      title: 'Explain a regular expression',
      description: 'A streamed answer with highlighted code.',
      input: {
        model: 'local/qwen2.5-coder-1.5b-instruct',
        messages: [
          { role: 'system', content: 'Answer in one short paragraph and one code block.' },
          { role: 'user', content: 'Write a TypeScript regular expression for an ISO date and explain it.' },
        ],
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 256,
      },
    },
    {
      title: 'Call a tool',
      description: 'The model requests the weather; you supply the result.',
      input: {
        model: 'local/qwen2.5-coder-1.5b-instruct',
        messages: [{ role: 'user', content: 'What is the weather in Lisbon right now?' }],
        stream: true,
        stream_options: { include_usage: true },
        temperature: 0,
        tools: [
          {
            type: 'function',
            function: {
              name: 'get_weather',
              description: 'Current weather of a city',
              parameters: {
                type: 'object',
                properties: { city: { type: 'string', description: 'Name of the city' } },
                required: ['city'],
              },
            },
          },
        ],
      },
    },
    {
      title: 'Structured output',
      description: 'JSON output, validated against its schema.',
      input: {
        model: 'local/qwen2.5-coder-1.5b-instruct',
        messages: [{ role: 'user', content: 'Invent a contact: name, email and age.' }],
        stream: true,
        stream_options: { include_usage: true },
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'contact',
            schema: {
              type: 'object',
              properties: {
                name: { type: 'string' },
                email: { type: 'string' },
                age: { type: 'integer', minimum: 0, maximum: 120 },
              },
              required: ['name', 'email', 'age'],
              additionalProperties: false,
            },
          },
        },
      },
    },
  ],
})
