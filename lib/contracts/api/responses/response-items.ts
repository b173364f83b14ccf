import { z } from 'zod'

// Items and tools of the Responses API as clients send them. Unknown members pass: a provider with this format gets the
// bytes.

const textPartSchema = z.looseObject({
  type: z.enum(['input_text', 'output_text', 'text', 'summary_text', 'reasoning_text']),
  text: z.string(),
})

const imagePartSchema = z.looseObject({
  type: z.literal('input_image'),
  image_url: z
    .string()
    .regex(/^(https?:\/\/|data:)/i, 'must be an http(s) or data: URL')
    .nullish(),
  file_id: z.string().nullish(),
  detail: z.string().nullish(),
})

const filePartSchema = z.looseObject({
  type: z.literal('input_file'),
  file_data: z.string().nullish(),
  file_url: z.string().nullish(),
  file_id: z.string().nullish(),
  filename: z.string().nullish(),
})

const contentPartSchema = z.discriminatedUnion('type', [
  textPartSchema,
  imagePartSchema,
  filePartSchema,
  z.looseObject({ type: z.literal('refusal'), refusal: z.string() }),
])

const contentSchema = z.union([z.string(), z.array(contentPartSchema)])

const callFields = {
  call_id: z.string().min(1),
  name: z.string().min(1),
  namespace: z.string().nullish(),
}

const outputFields = { call_id: z.string().min(1), output: contentSchema }

const typedItemSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('function_call'), ...callFields, arguments: z.string() }),
  z.looseObject({ type: z.literal('custom_tool_call'), ...callFields, input: z.string() }),
  z.looseObject({ type: z.literal('function_call_output'), ...outputFields }),
  z.looseObject({ type: z.literal('custom_tool_call_output'), ...outputFields }),
  z.looseObject({
    type: z.literal('reasoning'),
    id: z.string().nullish(),
    summary: z.array(textPartSchema).nullish(),
    content: z.array(textPartSchema).nullish(),
    encrypted_content: z.string().nullish(),
  }),
  z.looseObject({ type: z.literal('item_reference'), id: z.string().min(1) }),
])

const messageSchema = z.looseObject({
  type: z.literal('message').nullish(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: contentSchema,
})

const typesWithSchema: ReadonlySet<string> = new Set([
  'message',
  ...typedItemSchema.options.map(({ shape }) => shape.type.value),
])

/** A reference by its id alone. */
const bareReferenceSchema = z
  .looseObject({ type: z.null().optional(), id: z.string().min(1) })
  .refine(item => typeof item['role'] !== 'string')

/** An item that only its vendor understands. */
const foreignItemSchema = z.looseObject({
  type: z.string().refine(type => !typesWithSchema.has(type), {
    error: 'is known, but its other members are invalid',
    abort: true,
  }),
})

export const inputItemSchema = z
  .union([messageSchema, typedItemSchema, foreignItemSchema, bareReferenceSchema])
  .meta({ id: 'ResponseInputItem' })

const nameSchema = z
  .string()
  .regex(/^[\w-]{1,128}$/, 'must be 1 to 128 letters, digits, underscores or dashes')

const functionToolSchema = z.looseObject({
  type: z.literal('function'),
  name: nameSchema,
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
})

const customToolSchema = z.looseObject({
  type: z.literal('custom'),
  name: nameSchema,
  description: z.string().nullish(),
  format: z.looseObject({ type: z.string(), definition: z.string().nullish() }).nullish(),
})

const ownToolSchema = z.discriminatedUnion('type', [functionToolSchema, customToolSchema])

const typedToolSchema = z.discriminatedUnion('type', [
  functionToolSchema,
  customToolSchema,
  z.looseObject({
    type: z.literal('namespace'),
    name: nameSchema,
    description: z.string().nullish(),
    tools: z.array(ownToolSchema),
  }),
])

const toolTypesWithSchema: ReadonlySet<string> = new Set(
  typedToolSchema.options.map(({ shape }) => shape.type.value),
)

/** A tool of the client, or one that its vendor runs. */
export const responseToolSchema = z
  .union([
    typedToolSchema,
    z.looseObject({
      type: z.string().refine(type => !toolTypesWithSchema.has(type), {
        error: 'is known, but its other members are invalid',
        abort: true,
      }),
    }),
  ])
  .meta({ id: 'ResponseTool' })

export type ResponseInputItem = z.output<typeof inputItemSchema>
export type TypedItem = z.output<typeof typedItemSchema>
export type ResponseMessage = z.output<typeof messageSchema>
export type ResponsePart = z.output<typeof contentPartSchema>
export type ResponseContent = z.output<typeof contentSchema>
export type ResponseTool = z.output<typeof responseToolSchema>
export type TypedTool = z.output<typeof typedToolSchema>
export type OwnTool = z.output<typeof ownToolSchema>

export function isTypedTool(tool: ResponseTool): tool is TypedTool {
  return toolTypesWithSchema.has(tool.type)
}

export function isTypedItem(item: ResponseInputItem): item is TypedItem {
  return typeof item.type === 'string' && item.type !== 'message' && typesWithSchema.has(item.type)
}

export function isMessage(item: ResponseInputItem): item is ResponseMessage {
  return item.type === 'message' || (hasNoType(item) && typeof item['role'] === 'string')
}

export function isBareReference(item: ResponseInputItem): item is z.output<typeof bareReferenceSchema> {
  return hasNoType(item) && typeof item['role'] !== 'string'
}

function hasNoType({ type }: ResponseInputItem): boolean {
  return type === undefined || type === null
}
