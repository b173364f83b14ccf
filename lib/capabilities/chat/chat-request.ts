import { costNanos } from '#lib/capabilities/cost.ts'
import {
  boundPromptTokens,
  countPromptTokens,
  countPromptTokensAtMost,
  guessPromptTokens,
} from './prompt-size.ts'
import { windowTolerance } from '#lib/capabilities/tokens/window-tolerance.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { ApiError } from '#lib/errors.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'

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
 * @throws ApiError `unsupported_parameter` for an image it cannot read, `context_length_exceeded`, `invalid_value`
 * for a schema it cannot follow
 */
export async function checkFit(
  request: ChatRequest,
  target: ChatTarget,
  imageReaders: () => readonly string[],
): Promise<void> {
  target.model.check?.(request)
  if (target.input && !target.input.includes('image')) refuseImages(request, target, imageReaders)
  const window = target.contextWindow
  if (window === undefined) return
  const maxTokens = request.max_completion_tokens ?? request.max_tokens
  if (maxTokens && maxTokens > window) {
    const param = request.max_completion_tokens ? 'max_completion_tokens' : 'max_tokens'
    throw tooLong(`\`${param}\` is ${formatCount(maxTokens)}`, target.publicId, window, param)
  }
  if (guessPromptTokens(request) <= window) return
  const tokens = await countPromptTokens(request)
  if (tokens <= window * windowTolerance) return
  const counted = request.tools?.length ? 'messages and tools' : 'messages'
  throw tooLong(
    `The ${counted} have about ${formatCount(tokens)} tokens`,
    target.publicId,
    window,
    'messages',
  )
}

function tooLong(what: string, model: string, window: number, param: string): ApiError {
  const message = `${what}; the context window of \`${model}\` is ${formatCount(window)} tokens. Shorten them or use a model with a larger context window.`
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

/** A quick upper estimate of prompt and answer, for the limits of the key. */
export function guessTokens(request: ChatRequest): number {
  return guessPromptTokens(request) + (maxTokensOf(request) ?? 0) * (request.n ?? 1)
}

// Responses without a limit are rarely longer, and budget should not be reserved for rare cases.
const answerTokensMax = 4096

/** The most that the request may cost, in nano-dollars; undefined where the target has no price. */
export function estimateCost(request: ChatRequest, target: ChatTarget): number | undefined {
  return costNanos(boundPromptTokens(request), answerTokensOf(request, target), target)
}

/** The same with the prompt counted, for a budget that the first estimate exceeds. */
export async function countCost(request: ChatRequest, target: ChatTarget): Promise<number | undefined> {
  return costNanos(await countPromptTokensAtMost(request), answerTokensOf(request, target), target)
}

function answerTokensOf(request: ChatRequest, { contextWindow = answerTokensMax }: ChatTarget): number {
  const each = maxTokensOf(request) ?? Math.min(contextWindow, answerTokensMax)
  return each * (request.n ?? 1)
}

function maxTokensOf(request: ChatRequest): number | null {
  return request.max_completion_tokens ?? request.max_tokens ?? null
}
