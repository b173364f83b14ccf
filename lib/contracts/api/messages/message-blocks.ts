import { z } from 'zod'

// Blocks of the Messages API as clients send them. Unknown members pass: a provider with this format gets the bytes.

const textBlockSchema = z.looseObject({ type: z.literal('text'), text: z.string() })

const imageSourceSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
  z.looseObject({ type: z.literal('url'), url: z.string().regex(/^https?:\/\//i, 'must be an http(s) URL') }),
  z.looseObject({ type: z.literal('file'), file_id: z.string() }),
])

const imageBlockSchema = z.looseObject({ type: z.literal('image'), source: imageSourceSchema })

const documentSourceSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), data: z.string() }),
  z.looseObject({
    type: z.literal('content'),
    content: z.union([
      z.string(),
      z.array(z.discriminatedUnion('type', [textBlockSchema, imageBlockSchema])),
    ]),
  }),
  z.looseObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
  z.looseObject({ type: z.literal('url'), url: z.string() }),
  z.looseObject({ type: z.literal('file'), file_id: z.string() }),
])

const documentBlockSchema = z.looseObject({
  type: z.literal('document'),
  source: documentSourceSchema,
  title: z.string().nullish(),
  context: z.string().nullish(),
})

const searchResultBlockSchema = z.looseObject({
  type: z.literal('search_result'),
  source: z.string(),
  title: z.string(),
  content: z.array(textBlockSchema),
})

const toolReferenceBlockSchema = z.looseObject({ type: z.literal('tool_reference'), tool_name: z.string() })

const resultContentSchema = z.union([
  z.string(),
  z.array(
    z.discriminatedUnion('type', [
      textBlockSchema,
      imageBlockSchema,
      documentBlockSchema,
      searchResultBlockSchema,
      toolReferenceBlockSchema,
    ]),
  ),
])

const toolUseFields = {
  id: z.string().min(1),
  name: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
}

/** A tool of the client, or with another `type` than `custom` one of Anthropic's own. */
export const messageToolSchema = z
  .looseObject({
    type: z.string().nullish(),
    name: z.string().nullish(),
    description: z.string().nullish(),
    input_schema: z.record(z.string(), z.unknown()).nullish(),
    strict: z.boolean().nullish(),
    defer_loading: z.boolean().nullish(),
  })
  .meta({ id: 'MessageTool' })

const toolReferences = [
  z.looseObject({ type: z.literal('tool_reference'), name: z.string().min(1) }),
  z.looseObject({ type: z.literal('mcp_tool_reference'), server_name: z.string(), name: z.string() }),
  z.looseObject({ type: z.literal('mcp_toolset_reference'), server_name: z.string() }),
] as const

const toolDefinitionSchema = z.looseObject({
  type: z.literal('tool_definition'),
  definition: messageToolSchema,
})

const contentBlockSchema = z.discriminatedUnion('type', [
  textBlockSchema,
  imageBlockSchema,
  documentBlockSchema,
  searchResultBlockSchema,
  z.looseObject({ type: z.literal('tool_use'), ...toolUseFields }),
  z.looseObject({ type: z.literal('server_tool_use'), ...toolUseFields }),
  z.looseObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string().min(1),
    content: resultContentSchema.nullish(),
    is_error: z.boolean().nullish(),
  }),
  z.looseObject({
    type: z.literal('web_search_tool_result'),
    tool_use_id: z.string().min(1),
    content: z.unknown(),
  }),
  z.looseObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() }),
  z
    .looseObject({
      type: z.literal('tool_addition'),
      tool: z.discriminatedUnion('type', [...toolReferences, toolDefinitionSchema]),
    })
    .meta({ id: 'ToolAdditionBlock' }),
  z
    .looseObject({ type: z.literal('tool_removal'), tool: z.discriminatedUnion('type', toolReferences) })
    .meta({ id: 'ToolRemovalBlock' }),
])

/** One turn; Claude Code sends instructions of its own as turns of the role `system`. */
export const inputMessageSchema = z
  .looseObject({
    role: z.enum(['user', 'assistant', 'system']),
    content: z.union([z.string(), z.array(contentBlockSchema)]),
  })
  .meta({ id: 'InputMessage' })

export const systemSchema = z.union([z.string(), z.array(textBlockSchema)])

export type InputMessage = z.output<typeof inputMessageSchema>
export type InputBlock = z.output<typeof contentBlockSchema>
export type ResultContent = z.output<typeof resultContentSchema>
export type ImageBlock = z.output<typeof imageBlockSchema>
export type DocumentBlock = z.output<typeof documentBlockSchema>
export type MessageTool = z.output<typeof messageToolSchema>
