import { z } from 'zod'
import { jsonSchemaSchema } from './json-schema.ts'

const textPartSchema = z.looseObject({ type: z.literal('text'), text: z.string() })

const imagePartSchema = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    url: z
      .string()
      .min(1, { abort: true })
      .refine(url => /^(https?:\/\/|data:)/i.test(url), {
        error: 'must be an http(s) or data: URL',
        abort: true,
      }),
    detail: z.enum(['auto', 'low', 'high']).nullish(),
  }),
})

// `abort`: stop at the first error, because the array has no size limit.
const textIdSchema = z.string().min(1, { abort: true })
const contentPartSchema = z.discriminatedUnion('type', [textPartSchema, imagePartSchema])
const textSchema = z.union([z.string(), z.array(textPartSchema).min(1)])

/** A complete tool call as the model wrote it; `arguments` is JSON text and may be invalid. */
export const toolCallSchema = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})

/** One turn of a conversation. */
export const chatMessageSchema = z
  .discriminatedUnion('role', [
    z.looseObject({ role: z.literal('system'), content: textSchema, name: z.string().nullish() }),
    z.looseObject({ role: z.literal('developer'), content: textSchema, name: z.string().nullish() }),
    z.looseObject({
      role: z.literal('user'),
      content: z.union([z.string(), z.array(contentPartSchema).min(1)]),
      name: z.string().nullish(),
    }),
    z.looseObject({
      role: z.literal('assistant'),
      content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullish(),
      refusal: z.string().nullish(),
      reasoning_content: z.string().nullish(),
      tool_calls: z.array(toolCallSchema).nullish(),
    }),
    z.looseObject({ role: z.literal('tool'), tool_call_id: textIdSchema, content: textSchema }),
    z.looseObject({ role: z.literal('function'), name: textIdSchema, content: z.string().nullable() }),
  ])
  .meta({ id: 'ChatMessage' })

/** A function that the model may call. */
export const toolSchema = z
  .looseObject({
    type: z.literal('function'),
    function: z.looseObject({
      name: z
        .string()
        .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, underscores, dots or dashes'),
      description: z.string().nullish(),
      parameters: jsonSchemaSchema.nullish().describe('A JSON Schema of type object.'),
      strict: z.boolean().nullish(),
    }),
  })
  .meta({ id: 'Tool' })

export const toolChoiceSchema = z.union([
  z.enum(['none', 'auto', 'required']),
  z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string().min(1) }) }),
  z.looseObject({
    type: z.literal('allowed_tools'),
    allowed_tools: z.looseObject({
      mode: z.enum(['auto', 'required']),
      tools: z.array(z.record(z.string(), z.unknown())),
    }),
  }),
])

export type ChatMessage = z.output<typeof chatMessageSchema>
export type ContentPart = z.output<typeof contentPartSchema>
export type ToolCall = z.output<typeof toolCallSchema>
export type Tool = z.output<typeof toolSchema>
