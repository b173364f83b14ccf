import { answerTokensMin } from '#lib/capabilities/attempts/answer-limits.ts'
import { type AttemptCost, costNanos } from '#lib/capabilities/cost.ts'
import { countPromptTokens } from './prompt-size.ts'
import { windowTolerance } from '#lib/capabilities/tokens/window-tolerance.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { ApiError } from '#lib/errors.ts'
import type { TokenEstimate } from '#lib/capabilities/request-context.ts'
import type { UnitCounts } from '#lib/prices/units.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { type AnswerBounds, readAnswerBounds } from '#lib/providers/transport/answer-bounds.ts'

/** The upstream request: without our field `models` and without null fields. */
export function toUpstreamRequest(input: ChatRequest): ChatRequest {
  const request: ChatRequest = { ...input }
  delete request.models
  if (request.stream !== true) delete request.stream_options
  for (const key in request) if (request[key] === null) delete request[key]
  return request
}

/**
 * Rejects unsupported requests before the model is called.
 * @param promptTokens a guess: only a prompt that may be too long is counted
 * @returns null: it fits, as nearly all do
 * @throws ApiError `unsupported_parameter` for an image it cannot read, `context_length_exceeded`, `invalid_value`
 * for a schema it cannot follow, or for a call that is forced without a tool
 */
export function checkFit(
  request: ChatRequest,
  promptTokens: number,
  target: ChatTarget,
  imageReaders: () => readonly string[],
): Promise<void> | null {
  checkToolChoice(request)
  target.model.check?.(request)
  if (target.input && !target.input.includes('image')) refuseImages(request, target, imageReaders)
  const window = target.contextWindow
  if (window === undefined) return null
  const maxTokens = request.max_completion_tokens ?? request.max_tokens
  if (maxTokens && maxTokens > window) {
    const param = request.max_completion_tokens ? 'max_completion_tokens' : 'max_tokens'
    throw tooLong(`\`${param}\` is ${formatCount(maxTokens)}`, target.publicId, window, param)
  }
  return promptTokens <= window ? null : checkLength(request, target.publicId, window)
}

/** Without the tool, some servers ignore a choice that forces its call, and others fail. */
function checkToolChoice({ tool_choice: choice, tools }: ChatRequest): void {
  const name = forcedName(choice)
  if (name === null && choice !== 'required') return
  if (!tools?.length) throw noToolToForce()
  if (name === null || tools.some(tool => tool.function.name === name)) return
  const message = `\`tool_choice\` forces the tool \`${name}\`, which is not in \`tools\`. Send the tool, or force another one.`
  throw new ApiError('invalid_value', message, { param: 'tool_choice.function.name' })
}

function forcedName(choice: ChatRequest['tool_choice']): string | null {
  return typeof choice === 'object' && choice?.type === 'function' ? choice.function.name : null
}

export function noToolToForce(): ApiError {
  const message = '`tool_choice` forces a tool, and `tools` has none. Send the tool, or omit `tool_choice`.'
  return new ApiError('invalid_value', message, { param: 'tool_choice' })
}

async function checkLength(request: ChatRequest, model: string, window: number): Promise<void> {
  const tokens = await countPromptTokens(request)
  if (tokens <= window * windowTolerance) return
  const counted = request.tools?.length ? 'messages and tools' : 'messages'
  throw tooLong(`the ${counted} have about ${formatCount(tokens)}`, model, window, 'messages')
}

function tooLong(what: string, model: string, window: number, param: string): ApiError {
  // OpenAI's words at first: litellm recognizes them and then uses another model.
  const message = `This model's maximum context length is ${formatCount(window)} tokens (\`${model}\`); ${what}. Shorten them or use a model with a larger context window.`
  return new ApiError('context_length_exceeded', message, { param })
}

function formatCount(count: number): string {
  return count.toLocaleString('en')
}

function refuseImages(request: ChatRequest, target: ChatTarget, imageReaders: () => readonly string[]): void {
  for (const [at, { content }] of request.messages.entries()) {
    if (!Array.isArray(content)) continue
    const part = content.findIndex(({ type }) => type === 'image_url')
    if (part === -1) continue
    const readers = imageReaders().slice(0, 5)
    const advice =
      readers.length > 0
        ? `Models that do: ${readers.map(id => `\`${id}\``).join(', ')}.`
        : 'No configured model does. Add a provider with a model that reads images.'
    throw new ApiError(
      'unsupported_parameter',
      `The model \`${target.publicId}\` does not read images. ${advice}`,
      { param: `messages.${at}.content.${part}.image_url` },
    )
  }
}

/** Whether the client marks what to cache: with OpenAI's key, or as Anthropic's format does. */
export function hasCacheHints(request: ChatRequest): boolean {
  if (typeof request['prompt_cache_key'] === 'string' || isHinted(request)) return true
  return request.messages.some(({ content }) => Array.isArray(content) && content.some(isHinted))
}

function isHinted(member: object): boolean {
  return 'cache_control' in member && member.cache_control !== null
}

// Agents always send the largest limit: a reservation of all of it would use up every rate limit.
export const reservedAnswerTokensMax = 4096

/** A quick estimate of prompt and answer, for the limits of the key: the end of the answer corrects it. */
export function guessTokens(
  { tokens: maxTokens, answers }: AnswerBounds,
  promptTokens: number,
): TokenEstimate {
  const answerTokens = Math.min(maxTokens ?? Infinity, reservedAnswerTokensMax)
  const tokens = promptTokens + answerTokens * answers
  return maxTokens === null ? { tokens, leastTokens: promptTokens } : tokens
}

/** The bounds of the cost of an answer. Of two limits that OpenAI knows, only the newer one is sent. */
export function answerBoundsOf(request: ChatRequest): AnswerBounds {
  const isReplaced = typeof request.max_completion_tokens === 'number'
  return readAnswerBounds(name => (isReplaced && name === 'max_tokens' ? undefined : request[name]))
}

/** With the limit that every server knows, where the request has only another one. */
export function withKnownLimit(request: ChatRequest, { tokens }: AnswerBounds): ChatRequest {
  if (tokens === null || maxTokensOf(request) !== null) return request
  return { ...request, max_tokens: tokens }
}

/** @throws ApiError `invalid_value` for a bound that the server may take for any number */
export function requireReadable({ unreadable }: AnswerBounds): void {
  if (unreadable === null) return
  const message = `Invalid value for '${unreadable}': under a budget it must be a whole number of at least 1, because it limits what the answer may cost.`
  throw new ApiError('invalid_value', message, { param: unreadable })
}

/** The bounds of an answer as it is sent to one target. */
export interface SentBounds extends AnswerBounds {
  /** Reserved beyond the limit, such as thinking that is counted beside it; absent: no budget limits the answer. */
  readonly excessTokens?: number
}

/** The most tokens of all answers, for which a budget has reserved; null: no budget limits them. */
export function reservedTokens({
  tokens,
  answers,
  predictedTokens,
  excessTokens,
}: SentBounds): number | null {
  if (tokens === null || excessTokens === undefined) return null
  return (tokens + excessTokens + predictedTokens) * answers
}

/**
 * The reservation for an answer to a prompt of so many tokens.
 * @param limit tokens to which a budget limits the answer; null: its own limit, or the default
 * @param others further units of which the target may have a price
 * @returns undefined where the target has no price
 */
export function answerCost(
  bounds: SentBounds,
  target: ChatTarget,
  promptTokens: number,
  limit: number | null,
  others: UnitCounts = {},
): AttemptCost | undefined {
  const { answers, predictedTokens, excessTokens = 0, tiers } = bounds
  const costOf = (tokens: number) =>
    costNanos(promptTokens, (tokens + predictedTokens) * answers, target, others, tiers)
  const tokens = limit ?? unlimitedTokens(bounds, target)
  const leastNanos = costOf(limit === null ? tokens : Math.min(limit, answerTokensMin))
  const nanos = costOf(tokens + excessTokens)
  return nanos === undefined || leastNanos === undefined ? undefined : { nanos, leastNanos }
}

/** Tokens that each choice may have for a reserved amount, with what exceeds its limit: the inverse of `answerCost`. */
export function payableTokens(
  { answers, predictedTokens, tiers }: AnswerBounds,
  { price, hasAssumedPrice }: ChatTarget,
  promptTokens: number,
  reservedNanos: number,
  others: UnitCounts = {},
): number {
  if (!price) return Infinity
  const { input, output } = hasAssumedPrice === true ? price : price.highest(promptTokens, tiers)
  if (output === 0) return Infinity
  const left = reservedNanos - promptTokens * input * 1000 - price.costNanos({ ...others, request: 1 })
  return Math.floor(Number((left / (output * 1000 * answers)).toFixed(6))) - predictedTokens
}

/** With as much beyond the limit as was reserved. */
export function withReservedExcess(bounds: SentBounds, payable: number): SentBounds {
  const { tokens, excessTokens } = bounds
  if (excessTokens === undefined) return bounds
  return { ...bounds, excessTokens: Math.min(excessTokens, Math.max(0, payable - (tokens ?? 0))) }
}

// Without a budget, for the estimate of a request that never ends.
const answerTokensDefault = 4096

function unlimitedTokens(
  { tokens }: AnswerBounds,
  { contextWindow = answerTokensDefault }: ChatTarget,
): number {
  return tokens ?? Math.min(contextWindow, answerTokensDefault)
}

function maxTokensOf(request: ChatRequest): number | null {
  return request.max_completion_tokens ?? request.max_tokens ?? null
}
