import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'
import { chatMessageSchema, toolCallSchema, toolChoiceSchema, toolSchema } from './chat-message.ts'
import { usageSchema } from './usage.ts'

const responseFormatSchema = z.union([
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({
      name: z.string().min(1).max(64),
      description: z.string().nullish(),
      schema: z.record(z.string(), z.unknown()).nullish(),
      strict: z.boolean().nullish(),
    }),
  }),
])

/** Request of `POST /v1/chat/completions`. Unknown fields are kept and forwarded. */
export const chatRequestSchema = z
  .looseObject({
    model: z.string().min(1).describe('A public model id, or provider/model.'),
    messages: z.array(chatMessageSchema).min(1).describe('The conversation so far, in order.'),
    stream: z.boolean().nullish().describe('Send the answer as server-sent events while it is written.'),
    stream_options: z
      .looseObject({ include_usage: z.boolean().nullish() })
      .nullish()
      .describe('include_usage adds a last event with the token counts.'),
    temperature: z.number().min(0).max(2).nullish().describe('Higher is more varied.').meta({ default: 1 }),
    max_tokens: z.int().min(1).nullish().describe('Most tokens the answer may have.'),
    max_completion_tokens: z
      .int()
      .min(1)
      .nullish()
      .describe('Newer name of max_tokens; wins when both are given.'),
    top_p: z
      .number()
      .min(0)
      .max(1)
      .nullish()
      .describe('Share of probability to sample from.')
      .meta({ default: 1 }),
    presence_penalty: z
      .number()
      .min(-2)
      .max(2)
      .nullish()
      .describe('Above 0 favours new topics.')
      .meta({ default: 0 }),
    frequency_penalty: z
      .number()
      .min(-2)
      .max(2)
      .nullish()
      .describe('Above 0 avoids repetition.')
      .meta({ default: 0 }),
    seed: z.int().nullish().describe('Same seed and parameters, same answer, where the model can.'),
    stop: z
      .union([z.string(), z.array(z.string()).max(4)])
      .nullish()
      .describe('Up to 4 strings at which the answer ends.'),
    n: z.int().min(1).max(128).nullish().describe('How many answers.').meta({ default: 1 }),
    logprobs: z.boolean().nullish().describe('Return the log probability of each token.'),
    top_logprobs: z.int().min(0).max(20).nullish().describe('How many alternatives per token.'),
    logit_bias: z.record(z.string(), z.number()).nullish().describe('Token id to a bias from −100 to 100.'),
    response_format: responseFormatSchema
      .nullish()
      .describe('Text, any JSON object, or JSON that fits a schema.'),
    tools: z.array(toolSchema).max(128).nullish().describe('Functions the model may call.'),
    tool_choice: toolChoiceSchema.nullish().describe('none, auto, required, or one function.'),
    parallel_tool_calls: z.boolean().nullish().describe('Allow several calls in one answer.'),
    reasoning_effort: z.string().nullish().describe('Forwarded to models that reason.'),
    user: z.string().nullish().describe('An id of your end user, forwarded.'),
    metadata: z.record(z.string(), z.unknown()).nullish().describe('Forwarded.'),
    models: z
      .array(z.string().min(1))
      .max(8)
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

/** Answer of a call that does not stream. */
export const chatCompletionSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int().describe('Unix time in seconds.'),
    model: z.string().describe('The public id that really answered.'),
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

/** One event of a stream. */
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
      description: 'The model asks for the weather; you answer by hand.',
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
      title: 'Fill a JSON schema',
      description: 'Structured output, checked against its schema.',
      input: {
        model: 'local/qwen2.5-coder-1.5b-instruct',
        messages: [{ role: 'user', content: 'Invent a contact: name, e-mail and age.' }],
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
