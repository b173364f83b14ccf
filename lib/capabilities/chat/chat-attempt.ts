import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { ChatOptions } from './chat-options.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { measureUsage } from './chat-usage.ts'
import { costNanos } from '#lib/capabilities/cost.ts'
import { CostHold } from '#lib/capabilities/cost-hold.ts'
import { guessPromptTokens, countPromptTokens } from '#lib/capabilities/tokens/prompt-size.ts'
import { toAttemptOptions } from '#lib/capabilities/to-attempt-options.ts'
import { ApiError } from '#lib/errors.ts'
import { windowTolerance } from '#lib/capabilities/tokens/window-tolerance.ts'

/** What the attempts of one chat call share: the request, the reservation, and who was asked last. */
export class ChatAttempts {
  readonly request: ChatRequest
  readonly #context: RequestContext
  readonly #options: ChatOptions
  readonly #cost: CostHold
  #target: ChatTarget | null = null

  constructor(input: ChatRequest, context: RequestContext, options: ChatOptions) {
    this.request = toUpstreamRequest(input)
    this.#context = context
    this.#options = options
    this.#cost = new CostHold(context, options.policy.reportedCosts)
  }

  /** Refuses what cannot work, takes the tokens once, and says how long this attempt may take. */
  async begin(target: ChatTarget, asking: () => void): Promise<AttemptOptions> {
    const { models, timers } = this.#options
    const context = this.#context
    await checkFit(this.request, target, () => models.imageReaders().filter(id => context.caller.allows(id)))
    if (!this.#target) context.limits.reserve(() => guessTokens(this.request))
    await this.#cost.raise(target, () => estimateCost(this.request, target))
    this.#target = target
    asking()
    return toAttemptOptions(target, context, timers, this.request.stream ? timers.streamMs : timers.plainMs)
  }

  /** The caller left before anything was written: the prompt was read all the same, and is billed. */
  async meterAbandoned(): Promise<void> {
    if (!this.#context.signal.aborted || !this.#target) return
    const nothing = { raw: null, written: () => '', whole: false }
    const { reportedCosts } = this.#options.policy
    const { usage } = await measureUsage(this.request, nothing, this.#target, reportedCosts)
    this.#context.usage.meter(usage, { estimated: true })
  }
}

function guessTokens(request: ChatRequest): number {
  return guessPromptTokens(request) + (maxTokensOf(request) ?? 0) * (request.n ?? 1)
}

// An answer without a limit of its own is rarely longer, and no budget should be held by what hardly ever happens.
const answerTokensMax = 4096

function estimateCost(request: ChatRequest, target: ChatTarget): number | undefined {
  const { contextWindow = answerTokensMax } = target
  const answerTokens = maxTokensOf(request) ?? Math.min(contextWindow, answerTokensMax)
  return costNanos(guessPromptTokens(request), answerTokens * (request.n ?? 1), target)
}

function maxTokensOf(request: ChatRequest): number | null {
  return request.max_completion_tokens ?? request.max_tokens ?? null
}

/** The request as an upstream gets it: our own field and what was null are left out. */
function toUpstreamRequest(input: ChatRequest): ChatRequest {
  const request: ChatRequest = { ...input }
  delete request.models
  if (request.stream !== true) delete request.stream_options
  for (const key in request) if (request[key] === null) delete request[key]
  return request
}

/**
 * Refuses what the model cannot take before it is asked.
 * @throws ApiError `unsupported_parameter` for an image it cannot read, `context_length_exceeded`
 */
async function checkFit(
  request: ChatRequest,
  target: ChatTarget,
  imageReaders: () => readonly string[],
): Promise<void> {
  if (target.input && !target.input.includes('image')) refuseImages(request, target, imageReaders)
  const window = target.contextWindow
  if (window === undefined) return
  const maxTokens = request.max_completion_tokens ?? request.max_tokens
  if (maxTokens && maxTokens > window) {
    const param = request.max_completion_tokens ? 'max_completion_tokens' : 'max_tokens'
    throw tooLong(`\`${param}\` is ${maxTokens}`, target.publicId, window, param)
  }
  if (guessPromptTokens(request) <= window) return
  const tokens = await countPromptTokens(request)
  if (tokens <= window * windowTolerance) return
  throw tooLong(`The messages have about ${tokens} tokens`, target.publicId, window, 'messages')
}

function tooLong(what: string, model: string, window: number, param: string): ApiError {
  const message = `${what}; the window of \`${model}\` is ${window} tokens. Send less, or choose a model with a larger one.`
  return new ApiError('context_length_exceeded', message, { param })
}

function refuseImages(request: ChatRequest, target: ChatTarget, imageReaders: () => readonly string[]): void {
  for (const [at, { content }] of request.messages.entries()) {
    if (!Array.isArray(content)) continue
    const part = content.findIndex(({ type }) => type === 'image_url')
    if (part === -1) continue
    const readers = imageReaders().slice(0, 5)
    const advice =
      readers.length > 0
        ? `These models can: ${readers.map(id => `\`${id}\``).join(', ')}.`
        : 'No configured model does: add a provider whose model reads images.'
    throw new ApiError(
      'unsupported_parameter',
      `The model \`${target.publicId}\` does not read images. ${advice}`,
      { param: `messages.${at}.content.${part}.image_url` },
    )
  }
}
