import { z } from 'zod'
import { ApiError } from '#lib/errors.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { Tool } from '#lib/contracts/api/chat-message.ts'
import { anyObject, type GrammarChoice } from './json-grammar.ts'

/** Constraints of an answer, set before generation. */
export interface AnswerPlan {
  /** Tools in the prompt. */
  readonly tools: readonly Tool[]
  /** `read`: calls are parsed from the text; `forced`: the grammar allows only calls. */
  readonly calls: 'none' | 'read' | 'forced'
  /** Maximum number of calls. */
  readonly callsMax: number
  /** The whole texts that the grammar allows; null: any text. */
  readonly grammar: readonly GrammarChoice[] | null
  /** Schema to validate the finished text against. */
  readonly textSchema: Readonly<Record<string, unknown>> | null
  /** Prefilled beginning of the answer. */
  readonly answerStart: string
  readonly thinking: boolean
}

const allowedNameSchema = z.union([
  z.object({ function: z.object({ name: z.string() }) }).transform(tool => tool.function.name),
  z.object({ name: z.string() }).transform(tool => tool.name),
])

export function planAnswer(request: ChatRequest): AnswerPlan {
  const { tools, forced } = chooseTools(request)
  const textSchema = toTextSchema(request)
  const calls = tools.map(toCall)
  const text = textSchema === null ? [] : [{ tool: null, schema: textSchema }]
  const grammar = forced ? calls : textSchema === null ? null : [...calls, ...text]
  return {
    tools,
    calls: forced ? 'forced' : tools.length > 0 ? 'read' : 'none',
    callsMax: request.parallel_tool_calls === false || forced ? 1 : Infinity,
    grammar,
    textSchema: forced ? null : textSchema,
    answerStart: forced ? '<tool_call>\n' : '',
    // A grammar leaves no room for reasoning.
    thinking: grammar === null && request.reasoning_effort !== 'none',
  }
}

function chooseTools(request: ChatRequest): { tools: readonly Tool[]; forced: boolean } {
  const tools = request.tools ?? []
  const choice = request.tool_choice
  if (tools.length === 0 || choice === 'none') return { tools: [], forced: false }
  if (choice === null || choice === undefined || choice === 'auto') return { tools, forced: false }
  if (choice === 'required') return { tools, forced: true }
  if (choice.type === 'function') {
    const { name } = choice.function
    const named = tools.filter(tool => tool.function.name === name)
    if (named.length === 0) throw noSuchTool(name, 'tool_choice.function.name')
    return { tools: named, forced: true }
  }
  const names = choice.allowed_tools.tools.map(tool => allowedNameSchema.safeParse(tool).data)
  const allowed = tools.filter(tool => names.includes(tool.function.name))
  if (allowed.length === 0) throw noSuchTool(names.join(', '), 'tool_choice.allowed_tools.tools')
  return { tools: allowed, forced: choice.allowed_tools.mode === 'required' }
}

function noSuchTool(name: string, param: string): ApiError {
  return new ApiError('invalid_value', `\`tools\` has no function named \`${name}\`.`, { param })
}

function toTextSchema({ response_format: format }: ChatRequest): Readonly<Record<string, unknown>> | null {
  if (!format || format.type === 'text') return null
  if (format.type === 'json_object') return anyObject
  return format.json_schema.schema ?? anyObject
}

function toCall({ function: { name, parameters } }: Tool): GrammarChoice {
  return { tool: name, schema: parameters ?? { type: 'object', properties: {} } }
}
