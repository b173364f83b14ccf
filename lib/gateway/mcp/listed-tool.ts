import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { McpTool } from '#lib/capabilities/mcp/mcp-tool.ts'
import type { McpToolContract } from '#lib/contracts/api/mcp/mcp-tools.ts'

// Claude Code writes longer results to a file, unless a tool states its own limit.
const resultCharsMax = 210_000

const listed = new WeakMap<McpToolContract, Tool>()

/** A tool as clients list it, printed once. */
export function toListedTool({ contract }: McpTool): Tool {
  const known = listed.get(contract)
  if (known !== undefined) return known
  const tool = print(contract)
  listed.set(contract, tool)
  return tool
}

function print({ name, title, description, input, output, readOnly, openWorld }: McpToolContract): Tool {
  return {
    name,
    title,
    description,
    inputSchema: toJsonSchema(input, 'input'),
    ...(output !== null && { outputSchema: toJsonSchema(output, 'output') }),
    annotations: {
      readOnlyHint: readOnly,
      ...(!readOnly && { destructiveHint: false, idempotentHint: true }),
      openWorldHint: openWorld,
    },
    ...(output === null && { _meta: { 'anthropic/maxResultSizeChars': resultCharsMax } }),
  }
}

function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Tool['inputSchema'] {
  const { $schema: _, ...printed } = z.toJSONSchema(schema, { io, override: shorten })
  return objectSchema.parse(printed)
}

const objectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.json()),
  required: z.array(z.string()).optional(),
})

/** Leaves out what every integer has, and the names of shared schemas. */
function shorten({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  delete jsonSchema.id
}
