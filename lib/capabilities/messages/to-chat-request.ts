import type { MemberNames } from '#lib/capabilities/api-formats/client-paths.ts'
import type { Translated } from '#lib/capabilities/api-formats/format-call.ts'
import { hashForTeam } from '#lib/capabilities/session.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { CountTokensRequest } from '#lib/contracts/api/messages/messages.ts'
import { ApiError } from '#lib/errors.ts'
import type { TranslationQuirks } from '#lib/providers/openai-compatible/language-model.ts'
import { type Conversation, isBilling, toChatMessages } from './to-chat-messages.ts'
import { toChatTools } from './to-chat-tools.ts'
import { hintOf, type WrittenTurns } from '#lib/capabilities/api-formats/write-turns.ts'

/** A request of the Messages API as a chat request, and how to translate its answer back. */
export interface TranslatedRequest extends Translated {
  /** The client's names of tools, by the shortened ones. */
  readonly toolNames: ReadonlyMap<string, string>
  /** Whether the client wants to see the model's thinking; `omitted`: only its signature. */
  readonly thinking: 'shown' | 'omitted' | 'hidden'
  readonly stopSequences: readonly string[]
}

export interface TranslationOptions {
  readonly quirks: TranslationQuirks
  /** Makes ids of end users useless outside this team. */
  readonly teamId: string
  /** A hash of the client's session; null: it names none. */
  readonly session: string | null
  /** Of the header `anthropic-version`. */
  readonly version: string
}

/**
 * Pure: the same history always gives the same messages, so that the provider's prompt cache survives.
 * @throws ApiError with the path of what chat completions cannot express
 */
export function toChatRequest(input: CountTokensRequest, options: TranslationOptions): TranslatedRequest {
  refuseUnsupported(input, options.version)
  const ignored = ignoredMembers(input)
  const conversation = toChatMessages(input.messages, options.quirks)
  const { fields: tools, toolNames, paths: toolPaths } = toChatTools(input, conversation.tools, ignored)
  const { stop_sequences: stops } = input
  if (stops && stops.length > stopsMax) ignored.push('stop_sequences')
  const { messages, paths } = withSystem(input.system, conversation, options.quirks)
  const request: ChatRequest = {
    model: input.model,
    messages,
    ...(conversation.isPrefill && { continue_final_message: true, add_generation_prompt: false }),
    ...tools,
    ...samplingOf(input, stops?.slice(0, stopsMax)),
    ...effortOf(input, conversation.effort, options.quirks, ignored),
    ...userOf(input, options.teamId),
    ...cachingOf(input, options),
  }
  return {
    request,
    ignored,
    paths: { messages: paths, tools: toolPaths, names: memberNames },
    hasCacheHints: hasHints(input),
    toolNames,
    thinking: thinkingOf(input),
    stopSequences: stops ?? [],
  }
}

const memberNames: MemberNames = {
  request: {
    model: 'model',
    messages: 'messages',
    tools: 'tools',
    tool_choice: 'tool_choice',
    parallel_tool_calls: 'tool_choice.disable_parallel_tool_use',
    max_tokens: 'max_tokens',
    max_completion_tokens: 'max_tokens',
    stream: 'stream',
    stop: 'stop_sequences',
    temperature: 'temperature',
    top_p: 'top_p',
    top_k: 'top_k',
    reasoning_effort: 'output_config.effort',
    response_format: 'output_config.format',
    user: 'metadata.user_id',
  },
  part: { image_url: 'source', 'image_url.url': 'source.url' },
  tool: {
    'function.name': 'name',
    'function.description': 'description',
    'function.parameters': 'input_schema',
    'function.strict': 'strict',
  },
}

const stopsMax = 4
const strictVersion = '2026-10-21'
const isDate = /^\d{4}-\d{2}-\d{2}$/
const samplingMembers = ['temperature', 'top_p', 'top_k'] as const
const refused = ['container', 'mcp_servers', 'thread', 'compaction'] as const

function refuseUnsupported(input: CountTokensRequest, version: string): void {
  for (const name of refused) {
    if (input[name] === undefined || input[name] === null) continue
    throw unsupported(name, `\`${name}\` works only with models of Anthropic.`)
  }
  if (!isDate.test(version) || version < strictVersion) return
  for (const name of samplingMembers) {
    if (input[name] === undefined || input[name] === null) continue
    throw unsupported(name, `\`${name}\` does not exist in version ${strictVersion} of the Messages API.`)
  }
}

const translated: ReadonlySet<string> = new Set([
  'model',
  'models',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'max_tokens',
  'stream',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'metadata',
  'fallbacks',
  'cache_control',
])

function ignoredMembers(input: CountTokensRequest): string[] {
  return Object.keys(input).filter(
    name => !translated.has(name) && input[name] !== null && input[name] !== undefined,
  )
}

function withSystem(
  system: CountTokensRequest['system'],
  conversation: Conversation,
  { cacheHints }: TranslationQuirks,
): WrittenTurns {
  const given = typeof system === 'string' ? [textBlock(system)] : (system ?? [])
  const blocks = [
    ...given.filter(({ text }) => text !== '' && !isBilling(text)),
    ...conversation.leading.map(({ text }) => textBlock(text)),
  ]
  if (blocks.length === 0) return conversation
  const content =
    cacheHints === true
      ? blocks.map(block => ({ ...textBlock(block.text), ...hintOf(block) }))
      : blocks.map(({ text }) => text).join('\n\n')
  const path = given.length === 0 ? (conversation.leading[0]?.param ?? 'system') : 'system'
  return {
    messages: [{ role: 'system', content }, ...conversation.messages],
    paths: [{ path, parts: [] }, ...conversation.paths],
  }
}

function textBlock(text: string) {
  return { type: 'text' as const, text }
}

/** Hints for the provider's prompt cache; servers whose caches need only a stable prefix get none. */
function cachingOf(
  input: CountTokensRequest,
  { quirks, session, teamId }: TranslationOptions,
): Partial<ChatRequest> {
  if (quirks.cacheHints === true) return hintOf(input)
  if (quirks.cacheKey !== true) return {}
  const key = session ?? (hasHints(input) ? prefixKey(input, teamId) : null)
  return key === null ? {} : { prompt_cache_key: key }
}

function hasHints({ system, tools, messages, ...rest }: CountTokensRequest): boolean {
  const isHinted = (block: object) => 'cache_control' in block && block.cache_control !== null
  const contents = messages.map(({ content }) => content)
  return (
    [rest, ...(tools ?? [])].some(isHinted) ||
    [system, ...contents].some(blocks => Array.isArray(blocks) && blocks.some(isHinted))
  )
}

/** The same for all requests with these tools and instructions, which caches hold first. */
function prefixKey({ system, tools }: CountTokensRequest, teamId: string): string {
  const texts = typeof system === 'string' ? [system] : (system ?? []).map(({ text }) => text)
  const names = (tools ?? []).map(({ name }) => name)
  return hashForTeam(teamId, JSON.stringify([names, texts.filter(text => !isBilling(text))]))
}

function samplingOf(input: CountTokensRequest, stop: string[] | undefined): Partial<ChatRequest> {
  const { temperature, top_p, top_k, max_tokens: maxTokens, stream, output_config: output } = input
  return {
    ...(typeof maxTokens === 'number' && { max_tokens: maxTokens }),
    ...(stream === true && { stream: true, stream_options: { include_usage: true } }),
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof top_p === 'number' && { top_p }),
    ...(typeof top_k === 'number' && { top_k }),
    ...(stop && stop.length > 0 && { stop }),
    ...(output?.format && {
      response_format: {
        type: 'json_schema' as const,
        json_schema: { name: 'output', schema: output.format.schema, strict: true },
      },
    }),
  }
}

function effortOf(
  { thinking, output_config: output }: CountTokensRequest,
  latest: string | null,
  { effort: isKnown }: TranslationQuirks,
  ignored: string[],
): Partial<ChatRequest> {
  const asked = latest ?? output?.effort ?? null
  const effort = toEffort(thinking, asked)
  if (effort === null) return {}
  if (isKnown === true) return { reasoning_effort: effort }
  ignored.push(asked === null ? 'thinking' : 'output_config.effort')
  return {}
}

function toEffort(thinking: CountTokensRequest['thinking'], asked: string | null): string | null {
  if (thinking?.type === 'disabled') return 'none'
  if (asked !== null) return asked === 'xhigh' || asked === 'max' ? 'high' : asked
  if (!thinking) return null
  if (thinking.type !== 'enabled') return 'medium'
  if (thinking.budget_tokens < 4096) return 'low'
  return thinking.budget_tokens < 16_384 ? 'medium' : 'high'
}

function thinkingOf({ thinking }: CountTokensRequest): TranslatedRequest['thinking'] {
  if (!thinking || thinking.type === 'disabled') return 'hidden'
  return thinking.display === 'omitted' ? 'omitted' : 'shown'
}

/** The id of an end user may contain that of a device: other vendors get a hash. */
function userOf({ metadata }: CountTokensRequest, teamId: string): Partial<ChatRequest> {
  const id = metadata?.user_id
  if (!id) return {}
  return { user: hashForTeam(teamId, id) }
}

function unsupported(param: string, message: string): ApiError {
  return new ApiError('unsupported_parameter', message, { param })
}
