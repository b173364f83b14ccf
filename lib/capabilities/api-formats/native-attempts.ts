import type { Attempt } from '#lib/capabilities/attempts/attempt-series.ts'
import { toAttemptOptions } from '#lib/capabilities/attempts/attempt-options.ts'
import { answerTokensMin } from '#lib/capabilities/attempts/answer-limits.ts'
import type { ChatOptions } from '#lib/capabilities/chat/chat-options.ts'
import {
  answerCost,
  payableTokens,
  reservedAnswerTokensMax,
  reservedTokens,
  type SentBounds,
  withReservedExcess,
} from '#lib/capabilities/chat/chat-request.ts'
import {
  hasSurcharge,
  type MeasuredUsage,
  outputOf,
  unseenTokens,
  withCost,
} from '#lib/capabilities/chat/chat-usage.ts'
import {
  countPromptTokensAtMost,
  guessPromptTokens,
  toolUseTokens,
} from '#lib/capabilities/chat/prompt-size.ts'
import { type CostReservation, withListedPrice } from '#lib/capabilities/cost.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { ApiError } from '#lib/errors.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { NativeRequest } from '#lib/providers/native/native-model.ts'
import { findWebSearchesOf } from '#lib/providers/openai-compatible/web-searches.ts'
import { type AnswerBounds, findForeignBound, readTiers } from '#lib/providers/transport/answer-bounds.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'
import { withRemovedTurns } from './client-paths.ts'
import type { AnyCall, NativeApiFormat } from './format-call.ts'
import { contextTokensMax } from '#lib/capabilities/tokens/window-tolerance.ts'
import { boundHiddenCost, bytesPerToken, guessTokensByBytes, type HiddenCost } from './hidden-tokens.ts'
import { toUpstreamNames } from './other-models.ts'
import { findSurcharge, refuseSurcharge } from './surcharges.ts'

/** Reserves what any attempt of the call may need of the key's token limit, without parsing its messages. */
export function reserveTokens({ envelope }: AnyCall, context: RequestContext): Promise<void> | null {
  return context.limits.reserve(() => {
    const prompt = guessTokensByBytes(envelope)
    const { maxTokens } = envelope
    if (maxTokens === null) return { tokens: prompt + reservedAnswerTokensMax, leastTokens: prompt }
    return prompt + Math.min(maxTokens, reservedAnswerTokensMax)
  })
}

function promptTokensOf(call: AnyCall, { caller }: RequestContext): number {
  try {
    return guessPromptTokens(call.toPlainChat(caller.teamId))
  } catch (error) {
    // A request that only its vendor understands.
    if (error instanceof ApiError) return guessTokensByBytes(call.envelope)
    throw error
  }
}

/** An attempt that may be sent. */
export interface BegunNative {
  readonly request: NativeRequest
  readonly options: AttemptOptions
  /** The limit of the answer that only a budget has set; null: none. */
  readonly maxTokens: number | null
}

/** State shared by the attempts of one request that are forwarded as they are. */
export class NativeAttempts {
  readonly #call: AnyCall
  readonly #apiFormat: NativeApiFormat
  readonly #context: RequestContext
  readonly #options: ChatOptions
  readonly #cost: CostReservation
  #target: ChatTarget | null = null
  #attempt: Attempt<ChatTarget> | null = null
  /** The limit that only a budget has set for the last attempt; null: none. */
  #maxTokens: number | null = null
  /** Output tokens that a budget has reserved for the last attempt; null: no budget limits them. */
  #reservedTokens: number | null = null

  constructor(
    call: AnyCall,
    apiFormat: NativeApiFormat,
    context: RequestContext,
    options: ChatOptions,
    cost: CostReservation,
  ) {
    this.#apiFormat = apiFormat
    this.#call = call
    this.#context = context
    this.#options = options
    this.#cost = cost
  }

  /**
   * Reserves the cost of this attempt. Where only a budget limits the answer, the request gets a limit: without one the
   * answer could cost more than was reserved.
   */
  async begin(one: Attempt<ChatTarget>): Promise<BegunNative> {
    const { target } = one
    const { envelope, streams } = this.#call
    const context = this.#context
    const limit = this.#answerLimit(target)
    const otherModels = toUpstreamNames(this.#call, target, context, this.#options)
    const bounds = this.#boundsFor(target)
    let boundTokens = 0
    const hidden = context.budget.limits ? boundHiddenCost(envelope) : nothingHidden
    const searches = context.budget.limits ? findWebSearchesOf(name => envelope.member(name), target) : null
    const others = { webSearch: (hidden.webSearches + (searches?.most ?? 0)) * modelsOf(envelope) }
    const promptTokensMax = target.contextWindow ?? contextTokensMax
    const costOf = (priced: ChatTarget, visibleTokens: number) => {
      const hiddenTokens = hidden.tokens + (searches?.most ?? 0) * toolUseTokens
      const promptTokens = Math.min(visibleTokens + hiddenTokens, Math.max(visibleTokens, promptTokensMax))
      boundTokens = promptTokens * modelsOf(envelope)
      return answerCost(bounds, priced, boundTokens, limit, others)
    }
    const estimate = (priced: ChatTarget) => costOf(priced, envelope.bytes.length)
    const recount = async () => costOf(target, await countAtMost(this.#call, context))
    if (context.budget.rejectsUnpriced) refuseSurcharge(envelope, target)
    const wait = this.#cost.raise(target, estimate, recount, others, searches?.param)
    if (wait !== null) await wait
    const listed = withListedPrice(target, this.#options.policy.reportedCosts)
    const payable = payableTokens(bounds, listed, boundTokens, this.#cost.reservedNanos, others)
    const maxTokens = limit && Math.min(limit, payable)
    this.#maxTokens = maxTokens
    this.#reservedTokens = reservedTokens(
      withReservedExcess({ ...bounds, tokens: maxTokens ?? bounds.tokens }, payable),
    )
    if (maxTokens !== null) context.trace.answerLimited(maxTokens)
    // Finding the data of files in every request would take longer than it is worth.
    const promptTokens = this.#target === null ? Math.ceil(envelope.bytes.length / bytesPerToken) : 0
    this.#target = target
    this.#attempt = one
    one.start({ promptTokens, costNanos: this.#cost.takeEstimate(target, estimate) }, this.#apiFormat)
    const options = toAttemptOptions(
      target,
      context,
      this.#options.timers,
      streams ? 'streamMs' : 'plainMs',
      one,
    )
    return { request: this.#call.toNative(target.publicId, maxTokens, otherModels), options, maxTokens }
  }

  /**
   * The request for another try, where a provider refuses the limit that a budget has set.
   * @returns null: the error has another reason
   */
  afterRefusal(
    target: ChatTarget,
    { request, maxTokens }: BegunNative,
    error: unknown,
  ): NativeRequest | null {
    if (maxTokens === null) return null
    const { answerTokensMax } = this.#context.budget
    const less = this.#options.policy.answerLimits.afterRefusal(target, maxTokens, answerTokensMax, error)
    if (less === null) return null
    this.#maxTokens = less
    this.#context.trace.answerLimited(less)
    return this.#call.toNative(target.publicId, less, request.otherModels)
  }

  /** An error of the provider with the path in the request as it was sent: reasoning of other models was removed. */
  toSent(error: unknown): unknown {
    const { layout, removedTurns } = this.#call.envelope
    return withRemovedTurns(error, layout.history, removedTurns)
  }

  /** Under a budget, with what the target may write beyond its limit. */
  #boundsFor(target: ChatTarget): SentBounds {
    const { envelope } = this.#call
    const { answerLimits } = this.#options.policy
    const tokens = answerTokensOf(envelope)
    if (!this.#context.budget.limits) return { ...oneAnswer, tokens }
    const tiers = [...readTiers(name => envelope.member(name)), ...answerLimits.tiersOf(target)]
    const bounds = { ...oneAnswer, tiers, tokens }
    if (!this.#cost.paysAnswer(target)) return bounds
    return { ...bounds, excessTokens: answerLimits.excessOf(target) }
  }

  /**
   * @returns null: the request has a limit, or its answer cannot exceed a budget
   * @throws ApiError for a limit that is no number, or that is one of another API format
   */
  #answerLimit(target: ChatTarget): number | null {
    const { envelope } = this.#call
    const { answerLimits } = this.#options.policy
    if (!this.#cost.paysAnswer(target)) return null
    refuseForeignBounds(envelope)
    if (envelope.maxTokens !== null) return null
    if (envelope.hasMaxTokens || modelsOf(envelope) > 1) {
      const param = envelope.layout.maxTokens
      const message = `Invalid value for '${param}': must be a whole number of at least 1.`
      throw new ApiError('invalid_value', message, { param })
    }
    const limit = answerLimits.of(target, this.#context.budget.answerTokensMax)
    if (target.contextWindow === undefined) return limit
    const promptTokens = promptTokensOf(this.#call, this.#context)
    return Math.min(limit, Math.max(answerTokensMin, target.contextWindow - promptTokens))
  }

  /**
   * Charges what the target has answered: of a cut answer, or one without reported output, as much as it wrote, and under
   * a budget no more than was reserved.
   * @param reported null: nothing
   * @param whole whether it is complete
   */
  meter(target: ChatTarget, reported: Usage | null, writtenTokens: () => number, whole: boolean): void {
    const own = this.#measure(target, reported, writtenTokens, whole)
    const { usage, charge, estimated } = this.#cost.withCut(own)
    this.#context.usage.meter(usage, { estimated, charge })
  }

  /** Notes the most that an answer may cost of which nothing arrived in time: its provider bills it. */
  addUnseen(target: ChatTarget): void {
    const reserved = this.#reservedTokens
    if (reserved === null) return
    this.#cost.addCut(this.#measure(target, null, () => reserved, false))
    this.#target = null
  }

  #measure(
    target: ChatTarget,
    reported: Usage | null,
    writtenTokens: () => number,
    whole: boolean,
  ): MeasuredUsage {
    const believed = reported !== null && this.#isPossible(target, reported) ? reported : null
    const output = believed === null ? 0 : outputOf(believed)
    const written = whole && output > 0 ? 0 : writtenTokens()
    const all = Math.max(output, written)
    // Only by its report: our own count of the bytes may be more than another tokenizer makes of them.
    const isExceeded = output > (this.#reservedTokens ?? Infinity) + unseenTokens
    if (isExceeded) this.#options.policy.answerLimits.exceeded(target)
    const hasNoPrompt = believed !== null && believed.prompt_tokens <= 0
    const isMissing = whole && reported !== null && (written > output || hasNoPrompt)
    const raw: Partial<Usage> = {
      ...believed,
      prompt_tokens: believed?.prompt_tokens || promptTokensOf(this.#call, this.#context),
      completion_tokens: Math.min(all, this.#reservedTokens ?? all),
    }
    if (hasNoPrompt || all > (this.#reservedTokens ?? Infinity)) delete raw.total_tokens
    const isSurcharged =
      findSurcharge(this.#call.envelope, target) !== null ||
      (this.#apiFormat === 'messages' && hasSurcharge(believed))
    const answer = { raw, written: () => '', whole, isSurcharged }
    const own = withCost(raw, answer, target, this.#options.policy.reportedCosts)
    const charge = isMissing || isExceeded ? { ...own.charge, mismatch: true } : own.charge
    this.#options.policy.answerLimits.answered(target, own.usage)
    this.#attempt?.charged(own.usage, charge)
    return { usage: own.usage, charge, estimated: !whole || believed === null || isMissing }
  }

  /** Whether any model reads and writes as much: its own tools make it read the prompt again. */
  #isPossible(target: ChatTarget, { prompt_tokens: prompt, completion_tokens: completion }: Usage): boolean {
    const { envelope } = this.#call
    const window = Math.max(target.contextWindow ?? 0, contextTokensMax, envelope.bytes.length)
    const most = window * modelsOf(envelope)
    if (prompt <= most && completion <= most) return true
    return Math.max(prompt, completion) <= most * (1 + boundHiddenCost(envelope).toolUses)
  }

  /** Records that the answer ended at the limit of its tokens, where a budget has set it. */
  cut(): void {
    if (this.#maxTokens !== null) this.#context.trace.answerCut(this.#maxTokens)
  }

  /**
   * Charges a request that fails: earlier attempts that were cut after some output and, where the client disconnects,
   * the prompt, because the model still read it. What it had written of an answer in one piece is not known here: a
   * budget is charged as much as was reserved. Nothing is charged of an attempt that had failed by then.
   */
  meterFailed(): void {
    const unseen = this.#call.streams ? 0 : (this.#reservedTokens ?? 0)
    if (this.#context.signal.aborted && this.#target !== null && this.#attempt?.hasFailed !== true)
      this.meter(this.#target, null, () => unseen, false)
    else this.#cost.meterCut(this.#context.usage)
  }
}

const oneAnswer: AnswerBounds = { tokens: null, answers: 1, predictedTokens: 0, unreadable: null, tiers: [] }

/** Some servers obey them, too: the answer could cost more than was reserved. @throws ApiError `unsupported_parameter` */
function refuseForeignBounds(envelope: RequestEnvelope): void {
  const { maxTokens } = envelope.layout
  const param = findForeignBound(name => envelope.member(name), maxTokens)
  if (param === null) return
  const message = `\`${param}\` does not limit the answer in this API. Under a budget, send \`${maxTokens}\` instead.`
  throw new ApiError('unsupported_parameter', message, { param })
}

const nothingHidden: HiddenCost = { tokens: 0, webSearches: 0, toolUses: 0 }

/** Each fallback of the provider reads the prompt again. */
function modelsOf({ fallbacks }: RequestEnvelope): number {
  return fallbacks === 'default' ? 2 : 1 + fallbacks.length
}

/** Of the model and all fallbacks, of which each may have a limit of its own; null: there is none. */
function answerTokensOf({ maxTokens, fallbacks }: RequestEnvelope): number | null {
  if (maxTokens === null) return null
  if (fallbacks === 'default') return maxTokens * 2
  return fallbacks.reduce((sum, fallback) => sum + (fallback.maxTokens ?? maxTokens), maxTokens)
}

/** A bound, without the data of images; for a request that only its vendor understands, its bytes. */
async function countAtMost(call: AnyCall, { caller }: RequestContext): Promise<number> {
  try {
    return await countPromptTokensAtMost(call.toPlainChat(caller.teamId))
  } catch (error) {
    if (error instanceof ApiError) return call.envelope.bytes.length
    throw error
  }
}
