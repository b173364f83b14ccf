import type { Attempt } from '#lib/capabilities/attempts/attempt-series.ts'
import { toAttemptOptions } from '#lib/capabilities/attempts/attempt-options.ts'
import { answerTokensMin } from '#lib/capabilities/attempts/answer-limits.ts'
import { withCharge } from '#lib/capabilities/charge.ts'
import { CostReservation, withListedPrice } from '#lib/capabilities/cost.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { UnitCounts } from '#lib/prices/units.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { AnswerBounds } from '#lib/providers/transport/answer-bounds.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { findWebSearchesOf } from '#lib/providers/openai-compatible/web-searches.ts'
import type { PlainTargets } from '#lib/capabilities/attempts/plain-targets.ts'
import { writtenText } from './chat-answer.ts'
import {
  answerBoundsOf,
  answerCost,
  checkFit,
  guessTokens,
  hasCacheHints,
  payableTokens,
  reservedTokens,
  type SentBounds,
  withReservedExcess,
  requireReadable,
  toUpstreamRequest,
  withKnownLimit,
} from './chat-request.ts'
import { type AnswerEnd, type MeasuredUsage, measureUsage } from './chat-usage.ts'
import {
  boundPromptTokens,
  countPromptTokensAtMost,
  guessPromptTokens,
  withFoundTokens,
} from './prompt-size.ts'
import type { ChatOptions } from './chat-options.ts'

interface OriginalCall {
  readonly cost: CostReservation
  /** Whether its client marks what to cache. */
  readonly hasCacheHints: boolean
}

/** An attempt that may be sent. */
export interface BegunAttempt {
  readonly request: ChatRequest
  readonly options: AttemptOptions
  /** The limit that only a budget has set; null: none. */
  readonly answerTokens: number | null
}

/**
 * State shared by the attempts of one request: the upstream request, the reservations, and the last target.
 */
export class ChatAttempts {
  readonly request: ChatRequest
  readonly #context: RequestContext
  readonly #options: ChatOptions
  readonly #cost: CostReservation
  readonly #bounds: AnswerBounds
  /** A guess. */
  readonly #promptTokens: number
  readonly #original: OriginalCall | null
  #target: ChatTarget | null = null
  #attempt: Attempt<ChatTarget> | null = null
  /** Whether the answer of the last attempt comes in one piece from the provider. */
  #isPiece = false
  #hasReserved = false
  #isMetered = false
  /** Of the last attempt. */
  #sentBounds: SentBounds
  /** The limit that only a budget has set for the last attempt; null: none. */
  #answerTokens: number | null = null

  /** @param original the call in another API format that this one translates; it reserves the tokens itself */
  constructor(
    input: ChatRequest,
    context: RequestContext,
    options: ChatOptions,
    original: OriginalCall | null = null,
  ) {
    const request = toUpstreamRequest(input)
    this.#bounds = answerBoundsOf(request)
    this.#sentBounds = this.#bounds
    this.request = context.budget.limits ? withKnownLimit(request, this.#bounds) : request
    this.#promptTokens = guessPromptTokens(this.request)
    this.#context = context
    this.#options = options
    this.#cost = original?.cost ?? new CostReservation(context, options.policy.reportedCosts)
    this.#original = original
    this.#hasReserved = original !== null
  }

  get plainTargets(): PlainTargets {
    return this.#options.policy.plainTargets
  }

  /**
   * Rejects unsupported requests, reserves tokens once and the cost of this attempt. Where only a budget limits the
   * answer, the request gets a limit: without one the answer could cost more than was reserved.
   */
  async begin(one: Attempt<ChatTarget>): Promise<BegunAttempt> {
    const { target } = one
    const { models, timers } = this.#options
    const context = this.#context
    const fit = checkFit(this.request, this.#promptTokens, target, () =>
      models.imageReaders().filter(id => context.caller.allows(id)),
    )
    if (fit !== null) await fit
    const reserved = this.#hasReserved
      ? null
      : context.limits.reserve(() => guessTokens(this.#bounds, this.#promptTokens))
    if (reserved !== null) await reserved
    this.#hasReserved = true
    const limit = this.#answerLimit(target)
    const searches = context.budget.limits ? findWebSearchesOf(name => this.request[name], target) : null
    const others = searches === null ? noOthers : { webSearch: searches.most }
    const bounds = this.#withExcess(target)
    let boundTokens = 0
    const costOf = (priced: ChatTarget, visibleTokens: number) => {
      boundTokens = withFoundTokens(visibleTokens, others.webSearch ?? 0, priced.contextWindow)
      return answerCost(bounds, priced, boundTokens, limit, others)
    }
    const estimate = (priced: ChatTarget) => costOf(priced, boundPromptTokens(this.request))
    const recount = async () => costOf(target, await countPromptTokensAtMost(this.request))
    const wait = this.#cost.raise(target, estimate, recount, others, searches?.param)
    if (wait !== null) await wait
    const { reservedNanos } = this.#cost
    const listed = withListedPrice(target, this.#options.policy.reportedCosts)
    const payable = payableTokens(bounds, listed, boundTokens, reservedNanos, others)
    const answerTokens = limit && Math.min(limit, payable)
    this.#sentBounds = withReservedExcess({ ...bounds, tokens: answerTokens ?? bounds.tokens }, payable)
    const promptTokens = this.#target ? 0 : this.#promptTokens
    this.#target = target
    this.#attempt = one
    this.#isPiece = false
    const costNanos = this.#cost.takeEstimate(target, estimate)
    one.start({ promptTokens, costNanos }, target.model.apiFormat ?? 'chat')
    const total = this.request.stream ? 'streamMs' : 'plainMs'
    const options = toAttemptOptions(target, context, timers, total, one)
    return { request: this.#limited(answerTokens), options, answerTokens }
  }

  /**
   * The request for another try, where a provider refuses the limit that a budget has set.
   * @returns null: the error has another reason
   */
  afterRefusal(target: ChatTarget, { answerTokens }: BegunAttempt, error: unknown): ChatRequest | null {
    if (answerTokens === null) return null
    const { answerTokensMax } = this.#context.budget
    const { answerLimits } = this.#options.policy
    const next = answerLimits.afterRefusal(target, answerTokens, answerTokensMax, error)
    return next === null ? null : this.#limited(next)
  }

  /** Under a budget, with what the target may write beyond its limit. */
  #withExcess(target: ChatTarget): SentBounds {
    if (!this.#cost.paysAnswer(target)) return this.#bounds
    const { answerLimits } = this.#options.policy
    const tiers = [...this.#bounds.tiers, ...answerLimits.tiersOf(target)]
    return { ...this.#bounds, tiers, excessTokens: answerLimits.excessOf(target) }
  }

  /**
   * @returns null: the request has a limit, or its answer cannot exceed a budget
   * @throws ApiError `invalid_value` for a limit that cannot be read
   */
  #answerLimit(target: ChatTarget): number | null {
    const { answerLimits } = this.#options.policy
    if (!this.#cost.paysAnswer(target)) return null
    requireReadable(this.#bounds)
    if (this.#bounds.tokens !== null) return null
    const { contextWindow = Infinity } = target
    const leftTokens = Math.max(answerTokensMin, contextWindow - this.#promptTokens)
    return Math.min(answerLimits.of(target, this.#context.budget.answerTokensMax), leftTokens)
  }

  #limited(answerTokens: number | null): ChatRequest {
    this.#answerTokens = answerTokens
    if (answerTokens === null) return this.request
    this.#context.trace.answerLimited(answerTokens)
    return { ...this.request, max_tokens: answerTokens }
  }

  /** Charges what the target has answered, and what earlier attempts cost. @returns the usage of the answer */
  async meter(target: ChatTarget, answer: AnswerEnd): Promise<Usage> {
    const measured = this.#measure(target, answer)
    const own = measured instanceof Promise ? await measured : measured
    this.#attempt?.charged(own.usage, own.charge)
    const cacheMissed =
      answer.raw?.prompt_tokens_details?.cached_tokens === 0 && this.#hasTranslatedHints(target)
    const { usage, estimated, charge } = this.#cost.withCut(own)
    this.#isMetered = true
    this.#context.usage.meter(usage, { estimated, cacheMissed, charge })
    if (answer.isCut === true && this.#answerTokens !== null)
      this.#context.trace.answerCut(this.#answerTokens)
    return charge === own.charge ? own.usage : withCharge(own.usage, charge)
  }

  awaitPiece(): void {
    this.#isPiece = true
  }

  /** An attempt that ends after some output: its provider bills that, whichever target answers in the end. */
  async addCut(target: ChatTarget, arrived: ChatCompletion): Promise<void> {
    const written = () => writtenText(arrived)
    await this.#addCut(target, { raw: arrived.usage, written, whole: false })
  }

  /** Under a budget: a provider bills an answer that took too long, and a client could repeat it. */
  async addUnseen(target: ChatTarget): Promise<void> {
    if (reservedTokens(this.#sentBounds) === null) return
    const end = { raw: null, written: () => '', whole: false, isUnseen: true }
    await this.#addCut(target, end)
  }

  async #addCut(target: ChatTarget, end: AnswerEnd): Promise<void> {
    const cut = await this.#measure(target, end)
    this.#attempt?.charged(cut.usage, cut.charge)
    this.#cost.addCut(cut)
    // Its prompt is charged.
    this.#target = null
  }

  #measure(target: ChatTarget, answer: AnswerEnd): MeasuredUsage | Promise<MeasuredUsage> {
    const bounds =
      this.#answerTokens === null ? this.#sentBounds : { ...this.#sentBounds, tokens: this.#answerTokens }
    const { reportedCosts } = this.#options.policy
    const measured = measureUsage(this.request, answer, target, reportedCosts, bounds)
    if (measured instanceof Promise) return measured.then(counted => this.#learned(target, counted))
    return this.#learned(target, measured)
  }

  /** Later budgets reserve what the target writes beyond its limit, and its service tiers. */
  #learned(target: ChatTarget, measured: MeasuredUsage): MeasuredUsage {
    const { answerLimits } = this.#options.policy
    if (measured.exceedsLimit === true) answerLimits.exceeded(target)
    answerLimits.answered(target, measured.usage)
    return measured
  }

  #hasTranslatedHints({ model }: ChatTarget): boolean {
    if (this.#original !== null) return this.#original.hasCacheHints
    return (model.apiFormat ?? 'chat') !== 'chat' && hasCacheHints(this.request)
  }

  /**
   * Charges a request that fails: the attempts that were cut after some output and, where the client disconnects, the
   * prompt of the last one, because the model still read it. What the model had written of an answer in one piece is not
   * known here: a budget is charged as much as was reserved. Nothing is charged of an attempt that had failed by then.
   */
  async meterFailed(): Promise<void> {
    if (this.#isMetered) return
    if (this.#context.signal.aborted && this.#target && this.#attempt?.hasFailed !== true) {
      await this.meter(this.#target, {
        raw: null,
        written: () => '',
        whole: false,
        isUnseen: this.#isPiece,
      })
      return
    }
    this.#cost.meterCut(this.#context.usage)
  }
}

const noOthers: UnitCounts = {}
