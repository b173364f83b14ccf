import type { ChatRequest } from '#lib/contracts/chat.ts'
import type { AttemptOptions } from '#lib/engines/attempt-options.ts'
import type { Call } from './call.ts'
import type { ChatOptions } from './chat-options.ts'
import { toUpstreamRequest } from './chat-request.ts'
import type { ChatTarget } from '#lib/engines/language/chat-target.ts'
import { estimateUsage } from './chat-usage.ts'
import { checkFit } from './check-fit.ts'
import { guessPromptTokens } from './prompt-size.ts'
import { toAttemptOptions } from './to-attempt-options.ts'

/** What the attempts of one chat call share: the request, the reservation, and who was asked last. */
export class ChatAttempts {
  readonly request: ChatRequest
  readonly #call: Call
  readonly #options: ChatOptions
  #target: ChatTarget | null = null

  constructor(input: ChatRequest, call: Call, options: ChatOptions) {
    this.request = toUpstreamRequest(input)
    this.#call = call
    this.#options = options
  }

  /** Refuses what cannot work, takes the tokens once, and says how long this attempt may take. */
  async begin(target: ChatTarget): Promise<AttemptOptions> {
    const { models, timers } = this.#options
    const call = this.#call
    await checkFit(this.request, target, () => models.imageReaders().filter(id => call.allows(id)))
    if (!this.#target) call.reserve(() => guessTokens(this.request))
    this.#target = target
    return toAttemptOptions(target, call, timers, this.request.stream ? timers.streamMs : timers.plainMs)
  }

  /** The caller left before anything was written: the prompt was read all the same, and is billed. */
  async meterAbandoned(): Promise<void> {
    if (!this.#call.signal.aborted || !this.#target) return
    this.#call.meter(await estimateUsage(this.request, '', this.#target), { estimated: true })
  }
}

function guessTokens(request: ChatRequest): number {
  const maxTokens = request.max_completion_tokens ?? request.max_tokens ?? 0
  return guessPromptTokens(request) + maxTokens * (request.n ?? 1)
}
