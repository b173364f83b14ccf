import { noToolToForce } from '#lib/capabilities/chat/chat-request.ts'
import { shortToolName } from '#lib/capabilities/api-formats/tool-names.ts'
import type { Tool } from '#lib/contracts/api/chat-message.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { MessageTool } from '#lib/contracts/api/messages/message-blocks.ts'
import type { CountTokensRequest } from '#lib/contracts/api/messages/messages.ts'
import { ApiError } from '#lib/errors.ts'
import type { AtPath, ToolChanges } from './tool-changes.ts'

/** The tools of a request, and the client's names of them by the shortened ones. */
export interface ChatTools {
  readonly fields: Partial<ChatRequest>
  readonly toolNames: ReadonlyMap<string, string>
  /** Of each tool in the fields. */
  readonly paths: readonly string[]
}

type ToolChoice = CountTokensRequest['tool_choice']

/**
 * The tools as they are at the end of the conversation. Tools that only Anthropic runs are left out.
 * @param ignored receives their paths
 * @throws ApiError `unsupported_parameter` if nothing is left, or if one of them is forced; `invalid_value` if two have
 * the same name, or if a name is not that of a tool
 */
export function toChatTools(
  { tools: declared, tool_choice: choice }: CountTokensRequest,
  changes: ToolChanges,
  ignored: string[],
): ChatTools {
  const own = new OwnTools()
  const typed: AtPath<MessageTool>[] = []
  for (const [index, value] of (declared ?? []).entries()) {
    const tool = { value, param: `tools.${index}` }
    if (isTyped(value)) typed.push(tool)
    else own.declare(tool)
  }
  for (const tool of changes.defined) {
    if (isTyped(tool.value)) typed.push(tool)
    else own.redefine(tool)
  }
  for (const tool of typed) {
    if (own.size === 0 || isForced(tool.value, choice)) throw typedTool(tool)
    ignored.push(`${tool.param} (${tool.value.type})`)
  }
  const typedNames = new Set(typed.map(({ value }) => value.name))
  for (const name of changes.referenced)
    if (!own.has(name.value) && !typedNames.has(name.value)) throw unknownTool(name)
  const offered = own.offered(changes)
  const { tools, toolNames } = toFunctions(offered)
  if (choice?.type === 'tool' && !tools.some(tool => tool.function.name === shortToolName(choice.name)))
    throw unknownTool({ value: choice.name, param: 'tool_choice.name' })
  if (choice?.type === 'any' && tools.length === 0) throw noToolToForce()
  return {
    fields: tools.length === 0 ? {} : { tools, ...toToolChoice(choice) },
    toolNames,
    paths: offered.map(([, { param }]) => param),
  }
}

/** Tools that the client runs itself, by name. */
class OwnTools {
  readonly #byName = new Map<string, AtPath<MessageTool>>()

  get size(): number {
    return this.#byName.size
  }

  has(name: string): boolean {
    return this.#byName.has(name)
  }

  /** @throws ApiError `invalid_value` for a name that another tool has */
  declare(tool: AtPath<MessageTool>): void {
    const name = checkedName(tool)
    if (this.#byName.has(name)) throw repeatedName(tool, 'another tool has the same name')
    this.#byName.set(name, tool)
  }

  /** A later definition replaces an earlier one. */
  redefine(tool: AtPath<MessageTool>): void {
    this.#byName.set(checkedName(tool), tool)
  }

  /** Those that the model gets: deferred ones once the conversation names them, and no removed ones. */
  offered(changes: ToolChanges): readonly (readonly [string, AtPath<MessageTool>])[] {
    return this.#byName
      .entries()
      .filter(([name, { value }]) => changes.isOffered(name) ?? value.defer_loading !== true)
      .toArray()
  }
}

/** @throws ApiError `invalid_value` for names that are the same once they are shortened */
function toFunctions(offered: readonly (readonly [string, AtPath<MessageTool>])[]) {
  const shortNames = new Set<string>()
  const toolNames = new Map<string, string>()
  const tools: Tool[] = []
  for (const [name, tool] of offered) {
    const short = shortToolName(name)
    if (shortNames.has(short))
      throw repeatedName(tool, 'shortened to 64 characters, it is that of another tool')
    shortNames.add(short)
    if (short !== name) toolNames.set(short, name)
    const { description, input_schema: schema, strict } = tool.value
    tools.push({
      type: 'function',
      function: {
        name: short,
        ...(description && { description }),
        parameters: schema ?? { type: 'object', properties: {} },
        ...(typeof strict === 'boolean' && { strict }),
      },
    })
  }
  return { tools, toolNames }
}

function toToolChoice(choice: ToolChoice): Partial<ChatRequest> {
  if (!choice) return {}
  switch (choice.type) {
    case 'none':
      return { tool_choice: 'none' }
    case 'auto':
      return { tool_choice: 'auto', ...parallelOf(choice) }
    case 'any':
      return { tool_choice: 'required', ...parallelOf(choice) }
    case 'tool': {
      const name = shortToolName(choice.name)
      return { tool_choice: { type: 'function', function: { name } }, ...parallelOf(choice) }
    }
  }
}

function parallelOf(choice: { readonly disable_parallel_tool_use?: boolean | null | undefined }) {
  return choice.disable_parallel_tool_use === true ? { parallel_tool_calls: false } : {}
}

function isTyped({ type }: MessageTool): boolean {
  return type !== undefined && type !== null && type !== 'custom'
}

function isForced({ name }: MessageTool, choice: ToolChoice): boolean {
  return choice?.type === 'tool' && choice.name === name
}

function typedTool({ value: { type }, param }: AtPath<MessageTool>): ApiError {
  const message = `The tool type \`${type}\` works only with models of Anthropic. Use tools of your own.`
  return new ApiError('unsupported_parameter', message, { param: `${param}.type` })
}

function checkedName({ value: { name }, param: at }: AtPath<MessageTool>): string {
  const param = `${at}.name`
  if (!name)
    throw new ApiError('missing_required_parameter', `Missing required parameter: '${param}'.`, { param })
  if (/^[\w-]{1,128}$/.test(name)) return name
  const message = `Invalid value for '${param}': must be 1 to 128 letters, digits, underscores or dashes.`
  throw new ApiError('invalid_value', message, { param })
}

function repeatedName({ param: at }: AtPath<MessageTool>, reason: string): ApiError {
  const param = `${at}.name`
  const message = `Invalid value for '${param}': ${reason}. Give each tool its own name.`
  return new ApiError('invalid_value', message, { param })
}

function unknownTool({ value: name, param }: AtPath<string>): ApiError {
  const message = `Invalid value for '${param}': the request offers no tool \`${name.slice(0, 128)}\`. Add it to \`tools\`.`
  return new ApiError('invalid_value', message, { param })
}
