import { z } from 'zod'

// Responses and events as Open Responses (https://www.openresponses.org) requires them, and as Sextant writes them: every
// member is there, and no other one.

const status = z.enum(['in_progress', 'completed', 'incomplete'])
const count = z.int().min(0)
const part = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: z.array(z.never()),
    logprobs: z.array(z.never()),
  }),
  z.strictObject({ type: z.literal('refusal'), refusal: z.string() }),
])
const summary = z.strictObject({ type: z.literal('summary_text'), text: z.string() })
const id = z.string().min(1)
const item = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('message'),
    id,
    status,
    role: z.literal('assistant'),
    content: z.array(part),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    id,
    status,
    call_id: id,
    name: z.string(),
    arguments: z.string(),
  }),
  z.strictObject({ type: z.literal('reasoning'), id, summary: z.array(summary) }),
])
const usage = z.strictObject({
  input_tokens: count,
  input_tokens_details: z.strictObject({ cached_tokens: count, cache_write_tokens: count }),
  output_tokens: count,
  output_tokens_details: z.strictObject({ reasoning_tokens: count }),
  total_tokens: count,
})
const functionTool = z.strictObject({
  type: z.literal('function'),
  name: z.string(),
  description: z.string().nullable(),
  parameters: z.record(z.string(), z.unknown()).nullable(),
  strict: z.boolean().nullable(),
})
export const strictResponse = z.strictObject({
  id: z.string().regex(/^resp_/),
  object: z.literal('response'),
  created_at: count,
  completed_at: count.nullable(),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
  error: z.null(),
  incomplete_details: z.null(),
  model: z.string(),
  previous_response_id: id.nullable(),
  instructions: z.string().nullable(),
  output: z.array(item),
  tools: z.array(functionTool),
  tool_choice: z.enum(['auto', 'none', 'required']),
  parallel_tool_calls: z.boolean(),
  truncation: z.enum(['auto', 'disabled']),
  text: z.strictObject({ format: z.strictObject({ type: z.literal('text') }) }),
  temperature: z.number(),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: count,
  reasoning: z.null(),
  usage: usage.nullable(),
  max_output_tokens: count.nullable(),
  max_tool_calls: z.null(),
  store: z.boolean(),
  background: z.literal(false),
  service_tier: z.string(),
  metadata: z.record(z.string(), z.string()),
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
  user: z.null(),
})

const at = { sequence_number: count, item_id: id, output_index: count }
const inText = { ...at, content_index: count }
const inSummary = { ...at, summary_index: count }
const noLogprobs = z.array(z.never())
const whole = { sequence_number: count, response: strictResponse }
export const strictEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('response.created'), ...whole }),
  z.strictObject({ type: z.literal('response.in_progress'), ...whole }),
  z.strictObject({ type: z.literal('response.completed'), ...whole }),
  z.strictObject({
    type: z.enum(['response.output_item.added', 'response.output_item.done']),
    sequence_number: count,
    output_index: count,
    item,
  }),
  z.strictObject({
    type: z.enum(['response.content_part.added', 'response.content_part.done']),
    ...inText,
    part,
  }),
  z.strictObject({
    type: z.literal('response.output_text.delta'),
    ...inText,
    delta: z.string(),
    logprobs: noLogprobs,
  }),
  z.strictObject({
    type: z.literal('response.output_text.done'),
    ...inText,
    text: z.string(),
    logprobs: noLogprobs,
  }),
  z.strictObject({
    type: z.enum(['response.reasoning_summary_part.added', 'response.reasoning_summary_part.done']),
    ...inSummary,
    part: summary,
  }),
  z.strictObject({
    type: z.literal('response.reasoning_summary_text.delta'),
    ...inSummary,
    delta: z.string(),
  }),
  z.strictObject({ type: z.literal('response.reasoning_summary_text.done'), ...inSummary, text: z.string() }),
  z.strictObject({ type: z.literal('response.function_call_arguments.delta'), ...at, delta: z.string() }),
  z.strictObject({
    type: z.literal('response.function_call_arguments.done'),
    ...at,
    name: z.string(),
    arguments: z.string(),
  }),
])
