import { z } from 'zod'
import type { Tool } from '#lib/contracts/chat-message.ts'
import type { ToolCallDraft } from './answer-event.ts'
import { fitsSchema } from './fits-schema.ts'
import { jsonEnd } from './json-end.ts'

const argumentsSchema = z.record(z.string(), z.unknown())
const namedSchema = z.object({ name: z.string(), arguments: z.unknown(), parameters: z.unknown() }).partial()
const callSchema = namedSchema.extend({ function: namedSchema.optional() })

/**
 * Reads JSON text as calls of the given tools: one, a list, or several one after the other.
 * @returns null unless every call names a given tool and its arguments fit
 */
export function parseToolCalls(text: string, tools: readonly Tool[]): ToolCallDraft[] | null {
  const candidates = splitValues(text).map(parseJson).flat()
  const calls = candidates.map(candidate => toCall(candidate, tools))
  return calls.length === 0 || calls.includes(null) ? null : calls.filter(call => call !== null)
}

function toCall(candidate: unknown, tools: readonly Tool[]): ToolCallDraft | null {
  const parsed = callSchema.safeParse(candidate)
  if (!parsed.success) return null
  const named = parsed.data.function ?? parsed.data
  const tool = tools.find(({ function: { name } }) => name === named.name)
  if (tool === undefined) return null
  const given = named.arguments ?? named.parameters ?? {}
  const values = argumentsSchema.safeParse(typeof given === 'string' ? parseJson(given) : given)
  if (!values.success) return null
  const schema = tool.function.parameters
  if (schema && !fitsSchema(schema, values.data)) return null
  return { name: tool.function.name, arguments: JSON.stringify(values.data) }
}

/** Models write several calls below each other, with and without commas. */
function splitValues(text: string): string[] {
  const rest = text.trim()
  const end = jsonEnd(rest)
  if (end === -1 || end === rest.length) return [rest]
  return [rest.slice(0, end), ...splitValues(rest.slice(end).replace(/^\s*,/, ''))]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What a model writes may be anything; undefined is no call.
    return undefined
  }
}
