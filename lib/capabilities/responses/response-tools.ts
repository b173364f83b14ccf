import { noToolToForce } from '#lib/capabilities/chat/chat-request.ts'
import { shortToolName } from '#lib/capabilities/api-formats/tool-names.ts'
import type { Tool } from '#lib/contracts/api/chat-message.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { isTypedTool, type OwnTool, type ResponseTool } from '#lib/contracts/api/responses/response-items.ts'
import type { AllowedTools, ResponsesRequest } from '#lib/contracts/api/responses/responses.ts'
import { ApiError } from '#lib/errors.ts'
import { isWholeJson } from '#lib/providers/openai-compatible/finish-reason.ts'
import { isRecord } from '#lib/providers/transport/json.ts'

/** A tool as the client knows it. */
export interface NamedTool {
  readonly type: 'function' | 'custom'
  readonly name: string
  readonly namespace: string | null
}

/** The tools of a request, and the client's tools by the names that chat completions use. */
export interface ChatTools {
  readonly fields: Partial<ChatRequest>
  readonly byName: ReadonlyMap<string, NamedTool>
  /** Of each tool in the fields. */
  readonly paths: readonly string[]
}

/**
 * The tools of a request for chat completions. Tools that a vendor runs are left out.
 * @param ignored receives their paths
 * @throws ApiError `unsupported_parameter` if nothing is left, or if one of them is forced; `invalid_value` if two have
 * the same name, or if `tool_choice` forces one that is not sent
 */
export function toChatTools(request: ResponsesRequest, ignored: string[]): ChatTools {
  const { tools: sent, tool_choice: choice, parallel_tool_calls: parallel } = request
  const byName = new Map<string, NamedTool>()
  const pathByName = new Map<string, string>()
  const tools: Tool[] = []
  const add = (tool: OwnTool, namespace: string | null, path: string): void => {
    const name = toChatName(tool.name, namespace)
    if (byName.has(name)) throw repeatedTool(name, `${path}.name`)
    byName.set(name, { type: tool.type, name: tool.name, namespace })
    pathByName.set(name, path)
    tools.push(toFunction(tool, name))
  }
  for (const [index, tool] of (sent ?? []).entries()) {
    const path = `tools.${index}`
    if (!isTypedTool(tool)) ignored.push(`${path} (${tool.type})`)
    else if (tool.type !== 'namespace') add(tool, null, path)
    else for (const [at, inner] of tool.tools.entries()) add(inner, tool.name, `${path}.tools.${at}`)
  }
  const [first] = sent ?? []
  if (tools.length === 0) {
    if (first !== undefined && !isTypedTool(first)) throw vendorTool(first.type, 'tools.0.type')
    refuseForced(choice)
    return { fields: {}, byName, paths: [] }
  }
  const chosen = toChoice(choice, tools)
  return {
    fields: { ...chosen, ...(parallel === false && { parallel_tool_calls: false }) },
    byName,
    paths: (chosen.tools ?? []).map(tool => pathByName.get(tool.function.name) ?? 'tools'),
  }
}

function repeatedTool(name: string, param: string): ApiError {
  const message = `Two tools have the name \`${name}\`, where a namespace is part of the name. Rename one of them.`
  return new ApiError('invalid_value', message, { param })
}

/** The name of a tool for chat completions, which have no namespaces. */
export function toChatName(name: string, namespace: string | null | undefined): string {
  return shortToolName(namespace ? `${namespace}__${name}` : name)
}

/** The arguments of a call as the text that a custom tool gets. */
export function toCustomInput(text: string): string {
  const value: unknown = isWholeJson(text) ? JSON.parse(text) : undefined
  if (!isRecord(value)) return text
  const { input } = value
  if (typeof input === 'string') return input
  const texts = Object.values(value).filter(each => typeof each === 'string')
  return texts.length === 1 && texts[0] !== undefined ? texts[0] : text
}

function toFunction(tool: OwnTool, name: string): Tool {
  if (tool.type === 'function') {
    return {
      type: 'function',
      function: {
        name,
        ...(tool.description && { description: tool.description }),
        parameters: tool.parameters ?? { type: 'object', properties: {} },
      },
    }
  }
  const grammar = tool.format?.definition
  const described = [tool.description, grammar && `The input must match this grammar:\n${grammar}`]
  const description = described.filter(Boolean).join('\n\n')
  const properties = { input: { type: 'string', description: 'The input of the tool, as plain text.' } }
  return {
    type: 'function',
    function: {
      name,
      ...(description !== '' && { description }),
      parameters: { type: 'object', properties, required: ['input'] },
    },
  }
}

function toChoice(choice: ResponsesRequest['tool_choice'], tools: Tool[]): Partial<ChatRequest> {
  if (choice === null || choice === undefined) return { tools }
  if (typeof choice === 'string') return { tools, tool_choice: choice }
  if (isAllowed(choice)) return toAllowed(choice, tools)
  const { type, name } = choice
  if (type !== 'function' && type !== 'custom') throw vendorTool(type, 'tool_choice.type')
  if (!name) throw namelessChoice()
  const chatName = toChatName(name, choice.namespace)
  if (!tools.some(tool => tool.function.name === chatName)) {
    const message = `\`tools\` has no tool named \`${name}\`.`
    throw new ApiError('invalid_value', message, { param: 'tool_choice.name' })
  }
  return { tools, tool_choice: { type: 'function', function: { name: chatName } } }
}

/** Without tools, a call that is forced would be dropped. */
function refuseForced(choice: ResponsesRequest['tool_choice']): void {
  if (choice === null || choice === undefined || choice === 'none' || choice === 'auto') return
  if (typeof choice !== 'string') {
    if (isAllowed(choice) && choice.mode === 'auto') return
    if (choice.type === 'function' && !choice.name) throw namelessChoice()
  }
  throw noToolToForce()
}

function namelessChoice(): ApiError {
  const message = "Missing required parameter: 'tool_choice.name'."
  return new ApiError('missing_required_parameter', message, { param: 'tool_choice.name' })
}

type Choice = Exclude<ResponsesRequest['tool_choice'], string | null | undefined>

function isAllowed(choice: Choice): choice is AllowedTools {
  return choice.type === 'allowed_tools'
}

/** Few servers know a list of allowed tools: the others are left out. */
function toAllowed({ mode, tools: names }: AllowedTools, tools: readonly Tool[]): Partial<ChatRequest> {
  const allowed = new Set(names.flatMap(({ name, namespace }) => (name ? [toChatName(name, namespace)] : [])))
  const left = tools.filter(tool => allowed.has(tool.function.name))
  if (left.length > 0) return { tools: left, tool_choice: mode }
  if (mode === 'auto') return { tools: [...tools], tool_choice: 'none' }
  const message = 'None of the allowed tools is in `tools`.'
  throw new ApiError('invalid_value', message, { param: 'tool_choice.tools' })
}

function vendorTool(type: string, param: string): ApiError {
  const message = `The tool type \`${type}\` works only with models of OpenAI. Use tools of your own.`
  return new ApiError('unsupported_parameter', message, { param })
}

/** A tool as the response object repeats it. */
export function toEchoedTool(tool: ResponseTool): ResponseTool {
  if (!isTypedTool(tool) || tool.type !== 'function') return tool
  const { description = null, parameters = null, strict = null } = tool
  return { ...tool, description, parameters, strict }
}
