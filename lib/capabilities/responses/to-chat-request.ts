import type { MemberNames } from '#lib/capabilities/api-formats/client-paths.ts'
import type { Translated } from '#lib/capabilities/api-formats/format-call.ts'
import {
  type Instruction,
  type Turn,
  type WrittenTurns,
  writeTurns,
} from '#lib/capabilities/api-formats/write-turns.ts'
import { guessPromptTokens } from '#lib/capabilities/chat/prompt-size.ts'
import { hashForTeam } from '#lib/capabilities/session.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { ResponsesRequest } from '#lib/contracts/api/responses/responses.ts'
import { ApiError } from '#lib/errors.ts'
import type { TranslationQuirks } from '#lib/providers/openai-compatible/language-model.ts'
import { type NamedTool, toChatTools } from './response-tools.ts'
import { refuseJobs } from './refuse-state.ts'
import { toTurns } from './to-turns.ts'

/** A request of the Responses API as a chat request, and how to translate its answer back. */
export interface TranslatedResponse extends Translated {
  /** As sent: the response repeats many of its members. */
  readonly input: ResponsesRequest
  /** The client's tools by their names in the chat request. */
  readonly tools: ReadonlyMap<string, NamedTool>
}

export interface TranslationOptions {
  readonly quirks: TranslationQuirks
  /** Makes ids of end users useless outside this team. */
  readonly teamId: string
  /** A hash of the client's session; null: it names none. */
  readonly session: string | null
  /** Undefined: unknown. */
  readonly contextWindow: number | undefined
}

/** Items of stored responses in the input of a request. */
export interface EarlierItems {
  /** Items that a provider has written for its owner, by their index: the path of the field that names them. */
  readonly outputs: ReadonlyMap<number, string>
  /** Items that the first provider could not read, as `sextant-ignored` names them. */
  readonly leftOut: readonly string[]
}

export const noEarlierItems: EarlierItems = { outputs: new Map(), leftOut: [] }

/**
 * Pure: the same history always gives the same messages, so that the provider's prompt cache survives.
 * @throws ApiError with the path of what chat completions cannot express
 */
export function toChatRequest(
  input: ResponsesRequest,
  options: TranslationOptions,
  earlier: EarlierItems = noEarlierItems,
): TranslatedResponse {
  refuseJobs(name => input[name])
  if (input.input === null || input.input === undefined)
    throw new ApiError('missing_required_parameter', "Missing required parameter: 'input'.", {
      param: 'input',
    })
  const { quirks } = options
  const ignored = [...earlier.leftOut, ...ignoredMembers(input)]
  const { turns, leading } = toTurns(input.input, quirks, ignored, earlier.outputs)
  const named = toChatTools(input, ignored)
  const fields: Partial<ChatRequest> = {
    ...named.fields,
    ...samplingOf(input),
    ...formatOf(input),
    ...effortOf(input, quirks, ignored),
    ...userOf(input, options.teamId),
    ...(quirks.cacheKey === true && options.session !== null && { prompt_cache_key: options.session }),
  }
  const instructions = [
    ...(input.instructions ? [{ text: input.instructions, param: 'instructions' }] : []),
    ...leading,
  ]
  const writeFrom = (from: number) =>
    withInstructions(instructions, writeTurns(turnsFrom(turns, from), quirks))
  const requestOf = ({ messages }: WrittenTurns): ChatRequest => ({ model: input.model, ...fields, messages })
  const from =
    input.truncation === 'auto'
      ? findStart(turns, start => requestOf(writeFrom(start)), options.contextWindow)
      : 0
  const written = writeFrom(from)
  const request = requestOf(written)
  if (request.messages.length === 0) {
    if (typeof input.input === 'string') {
      throw new ApiError('invalid_value', "'input' must not be empty.", { param: 'input' })
    }
    const message = '`input` must have at least one message.'
    throw new ApiError('empty_array', message, { param: 'input' })
  }
  const hasCacheHints = typeof input.prompt_cache_key === 'string'
  const paths = { messages: written.paths, tools: named.paths, names: memberNames }
  return { request, ignored, paths, hasCacheHints, input, tools: named.byName }
}

const memberNames: MemberNames = {
  request: {
    model: 'model',
    messages: 'input',
    tools: 'tools',
    tool_choice: 'tool_choice',
    parallel_tool_calls: 'parallel_tool_calls',
    max_tokens: 'max_output_tokens',
    max_completion_tokens: 'max_output_tokens',
    stream: 'stream',
    temperature: 'temperature',
    top_p: 'top_p',
    presence_penalty: 'presence_penalty',
    frequency_penalty: 'frequency_penalty',
    logprobs: 'include',
    top_logprobs: 'top_logprobs',
    reasoning_effort: 'reasoning.effort',
    response_format: 'text.format',
    user: 'safety_identifier',
  },
  part: { image_url: 'image_url', 'image_url.url': 'image_url' },
  tool: {
    'function.name': 'name',
    'function.description': 'description',
    'function.parameters': 'parameters',
  },
}

const named: readonly string[] = [
  'max_tool_calls',
  'prompt_cache_options',
  'prompt_cache_retention',
  'service_tier',
  'context_management',
]
const included: ReadonlySet<string> = new Set(['reasoning.encrypted_content', 'message.output_text.logprobs'])

function ignoredMembers(input: ResponsesRequest): string[] {
  const ignored = named.filter(name => input[name] !== null && input[name] !== undefined)
  for (const each of input.include ?? []) if (!included.has(each)) ignored.push(`include (${each})`)
  // Only OpenAI's own models know it, and they get the bytes.
  if (input.text?.verbosity) ignored.push('text.verbosity')
  return ignored
}

function withInstructions(
  instructions: readonly Instruction[],
  { messages, paths }: WrittenTurns,
): WrittenTurns {
  const [first] = instructions
  if (first === undefined) return { messages, paths }
  const content = instructions.map(({ text }) => text).join('\n\n')
  return {
    messages: [{ role: 'system', content }, ...messages],
    paths: [{ path: first.param, parts: [] }, ...paths],
  }
}

function samplingOf(input: ResponsesRequest): Partial<ChatRequest> {
  const { temperature, top_p, presence_penalty, frequency_penalty, top_logprobs, include } = input
  const wantsLogprobs = Boolean(top_logprobs) || include?.includes('message.output_text.logprobs') === true
  return {
    ...(typeof input.max_output_tokens === 'number' && { max_tokens: input.max_output_tokens }),
    ...(input.stream === true && { stream: true, stream_options: { include_usage: true } }),
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof top_p === 'number' && { top_p }),
    ...(typeof presence_penalty === 'number' && { presence_penalty }),
    ...(typeof frequency_penalty === 'number' && { frequency_penalty }),
    ...(wantsLogprobs && { logprobs: true }),
    ...(top_logprobs && { top_logprobs }),
  }
}

function formatOf({ text }: ResponsesRequest): Partial<ChatRequest> {
  const format = text?.format
  if (!format || format.type === 'text') return {}
  if (format.type === 'json_object') return { response_format: { type: 'json_object' } }
  const { name, description, schema, strict } = format
  const described = { ...(description && { description }), ...(typeof strict === 'boolean' && { strict }) }
  return { response_format: { type: 'json_schema', json_schema: { name, schema, ...described } } }
}

const effortByName: Readonly<Record<string, string>> = { minimal: 'low', xhigh: 'high', max: 'high' }

function effortOf(
  { reasoning }: ResponsesRequest,
  { effort: isKnown }: TranslationQuirks,
  ignored: string[],
): Partial<ChatRequest> {
  const effort = reasoning?.effort
  if (!effort) return {}
  if (isKnown === true) return { reasoning_effort: effortByName[effort] ?? effort }
  ignored.push('reasoning.effort')
  return {}
}

/** The id of an end user may be an address: other vendors get a hash. */
function userOf({ safety_identifier: id, user }: ResponsesRequest, teamId: string): Partial<ChatRequest> {
  const named = id || user
  return named ? { user: hashForTeam(teamId, named) } : {}
}

// Room for the answer of a request without a limit.
const answerTokensDefault = 1024

/** Without the results of calls before it. */
function turnsFrom(turns: readonly Turn[], from: number): readonly Turn[] {
  const [first, ...others] = turns.slice(from)
  if (from === 0 || first === undefined) return turns
  return [{ ...first, parts: first.parts.filter(({ type }) => type !== 'result') }, ...others]
}

/** The index of the first turn of a conversation that fits the context window. */
function findStart(
  turns: readonly Turn[],
  requestOf: (from: number) => ChatRequest,
  contextWindow: number | undefined,
): number {
  const fits = (from: number): boolean => {
    if (contextWindow === undefined) return true
    const request = requestOf(from)
    const answer = Math.min(request.max_tokens ?? answerTokensDefault, contextWindow / 2)
    return guessPromptTokens(request) + answer <= contextWindow
  }
  if (fits(0)) return 0
  const starts = turns.flatMap(({ role, parts }, index) =>
    role === 'user' && parts.some(({ type }) => type !== 'result') ? [index] : [],
  )
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (fits(starts[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return starts[low] ?? 0
}
