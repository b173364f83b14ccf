import type { ChatRequest } from '#lib/contracts/chat.ts'
import type { AttemptOptions } from '#lib/engines/attempt-options.ts'
import type { Call } from './call.ts'
import type { ChatOptions } from './chat-options.ts'
import { toUpstreamRequest } from './chat-request.ts'
import type { ChatTarget } from '#lib/engines/language/chat-target.ts'
import { measureUsage } from './chat-usage.ts'
import { checkFit } from './check-fit.ts'
import { costNanos } from './cost.ts'
import { CostHold } from './cost-hold.ts'
import { guessPromptTokens } from './prompt-size.ts'
import { toAttemptOptions } from './to-attempt-options.ts'

/** What the attempts of one chat call share: the request, the reservation, and who was asked last. */
export class ChatAttempts {
  readonly request: ChatRequest
  readonly #call: Call
  readonly #options: ChatOptions
  readonly #cost: CostHold
  #target: ChatTarget | null = null

  constructor(input: ChatRequest, call: Call, options: ChatOptions) {
    this.request = toUpstreamRequest(input)
    this.#call = call
    this.#options = options
    this.#cost = new CostHold(call, options.policy.reportedCosts)
  }

  /** Refuses what cannot work, takes the tokens once, and says how long this attempt may take. */
  async begin(target: ChatTarget, asking: () => void): Promise<AttemptOptions> {
    const { models, timers } = this.#options
    const call = this.#call
    await checkFit(this.request, target, () => models.imageReaders().filter(id => call.allows(id)))
    if (!this.#target) call.reserve(() => guessTokens(this.request))
    await this.#cost.raise(target, () => estimateCost(this.request, target))
    this.#target = target
    asking()
    return toAttemptOptions(target, call, timers, this.request.stream ? timers.streamMs : timers.plainMs)
  }

  /** The caller left before anything was written: the prompt was read all the same, and is billed. */
  async meterAbandoned(): Promise<void> {
    if (!this.#call.signal.aborted || !this.#target) return
    const nothing = { raw: null, written: () => '', whole: false }
    const { reportedCosts } = this.#options.policy
    const { usage } = await measureUsage(this.request, nothing, this.#target, reportedCosts)
    this.#call.meter(usage, { estimated: true })
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
