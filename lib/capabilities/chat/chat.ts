import type { Attempt, Attempted } from '#lib/capabilities/attempts/attempt-series.ts'
import { attempt, attemptPlain } from '#lib/capabilities/attempts/attempts.ts'
import type { AttemptPolicy } from '#lib/capabilities/attempts/attempt-policy.ts'
import { type CallTimers, toAttemptOptions } from '#lib/capabilities/attempts/attempt-options.ts'
import { countsForCircuit, toInputFailure } from '#lib/capabilities/attempts/failure-kinds.ts'
import {
  chooseTargets,
  type NamedModels,
  orDefaultModel,
  type TargetQueue,
} from '#lib/capabilities/attempts/choose-targets.ts'
import { answerTokensMin } from '#lib/capabilities/attempts/answer-limits.ts'
import { withCharge } from '#lib/capabilities/charge.ts'
import { CostReservation, withListedPrice } from '#lib/capabilities/cost.ts'
import type { Handler, StreamItem } from '#lib/capabilities/handler.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { conversationBeginning } from '#lib/capabilities/routing/conversation-beginning.ts'
import type { ChatChunk, chatContract, ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { ApiError, toApiError } from '#lib/errors.ts'
import type { UnitCounts } from '#lib/prices/units.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { LanguageStreamItem } from '#lib/providers/openai-compatible/language-model.ts'
import type { AnswerBounds } from '#lib/providers/transport/answer-bounds.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { findWebSearches } from '#lib/providers/openai-compatible/web-searches.ts'
import type { PlainTargets } from '#lib/capabilities/attempts/plain-targets.ts'
import { requestAnswer } from './request-answer.ts'
import { ChunkShaper, createChatHead, isCut, shapeCompletion, writtenText } from './chat-answer.ts'
import {
  answerBoundsOf,
  answerCost,
  checkFit,
  guessTokens,
  hasCacheHints,
  payableTokens,
  type SentBounds,
  withHiddenTokens,
  withReservedThinking,
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

/** The part of the registry that chat needs. */
export interface ChatModels {
  /** @throws ApiError `model_not_found` with how to get the model */
  resolve(publicId: string): ChatTarget
  /** Public ids of chat models known to read images. */
  imageReaders(): readonly string[]
}

export interface ChatOptions {
  readonly models: ChatModels
  readonly policy: AttemptPolicy
  readonly timers: CallTimers
  /** Part of the fingerprint. */
  readonly version: string
}

/** Answers a conversation with the first available target. */
export function createChat(options: ChatOptions): Handler<typeof chatContract> {
  return (input, context) => {
    context.trace.session(input)
    return input.stream === true ? streamChat(input, context, options) : generateChat(input, context, options)
  }
}

/** The complete response. */
export async function generateChat(
  input: ChatRequest,
  context: RequestContext,
  options: ChatOptions,
): Promise<ChatCompletion> {
  const targets = chooseChatTargets(input, context, options)
  const attempts = new ChatAttempts(input, context, options)
  try {
    const answered = await attemptPlain(
      targets,
      context,
      options.policy,
      one => generateOnce(attempts, one),
      () => conversationBeginning(input),
    )
    const { target, value: answer, circuit } = answered
    circuit.succeeded()
    const usage = await attempts.meter(target, {
      raw: answer.usage,
      written: () => writtenText(answer),
      whole: true,
      isCut: isCut(answer),
    })
    // It is billed all the same.
    checkChoices(input, answer.choices.length, 'upstream_error')
    const head = createChatHead(target, answer.system_fingerprint, options.version)
    return shapeCompletion(answer, head, usage)
  } catch (error) {
    await attempts.meterFailed()
    throw error
  }
}

/** The targets of a conversation. @throws ApiError `model_not_allowed` */
export function chooseChatTargets(
  request: NamedModels,
  { caller, trace }: Pick<RequestContext, 'caller' | 'trace'>,
  { models }: Pick<ChatOptions, 'models'>,
): TargetQueue<ChatTarget> {
  const resolve = (id: string) => models.resolve(id)
  const named = orDefaultModel(request, caller, resolve)
  if (named.model !== request.model) trace.defaulted(named.model)
  return chooseTargets(named, caller, resolve)
}

/** One attempt of a complete response. */
export async function generateOnce(
  attempts: ChatAttempts,
  one: Attempt<ChatTarget>,
): Promise<ChatCompletion> {
  const begun = await attempts.begin(one)
  const answer = requestAnswer(one, begun, attempts)
  return begun.answerTokens === null ? answer : retryWithSmallerLimit(answer, attempts, one, begun)
}

async function retryWithSmallerLimit(
  answer: Promise<ChatCompletion>,
  attempts: ChatAttempts,
  one: Attempt<ChatTarget>,
  begun: BegunAttempt,
): Promise<ChatCompletion> {
  try {
    return await answer
  } catch (error) {
    const request = attempts.afterRefusal(one.target, begun, error)
    if (request === null) throw error
    return await requestAnswer(one, { ...begun, request }, attempts)
  }
}

/** The response as a stream. Until the first events arrive, a failed attempt is retried. */
export async function* streamChat(
  input: ChatRequest,
  context: RequestContext,
  options: ChatOptions,
): AsyncGenerator<StreamItem<ChatChunk>> {
  const targets = chooseChatTargets(input, context, options)
  const attempts = new ChatAttempts(input, context, options)
  let committed = false
  try {
    const stream = yield* attempt(
      targets,
      context,
      options.policy,
      one => openStream(attempts, one),
      () => conversationBeginning(input),
    )
    committed = true
    yield* forwardChat(attempts, stream, context, options)
  } finally {
    if (!committed) await attempts.meterFailed()
  }
}

export type Waiting = Extract<LanguageStreamItem, { kind: 'waiting' }>
type Items = AsyncIterator<LanguageStreamItem>

export interface OpenStream {
  /** The first events, which commit the response. */
  readonly first: readonly ChatChunk[]
  /** The items after them. */
  readonly items: Items
}

// One attempt of a stream, up to its first events. A module function, not a closure: V8 retains a used generator function, with everything it references, until the next
// full GC. As a closure it cost a third of the CPU of a request.
export async function* openStream(
  attempts: ChatAttempts,
  one: Attempt<ChatTarget>,
): AsyncGenerator<Waiting, OpenStream> {
  const { target } = one
  const begun = await attempts.begin(one)
  const open = (request: ChatRequest) =>
    waitForEvents(target.model.stream(request, begun.options)[Symbol.asyncIterator]())
  try {
    return yield* open(begun.request)
  } catch (error) {
    const request = attempts.afterRefusal(target, begun, error)
    if (request === null) throw error
    return yield* open(request)
  }
}

async function* waitForEvents(items: Items): AsyncGenerator<Waiting, OpenStream> {
  let begun = false
  try {
    for (;;) {
      const next = await items.next()
      if (next.done) throw silent()
      if (next.value.kind === 'events') {
        begun = true
        return { first: next.value.events, items }
      }
      yield next.value
    }
  } finally {
    if (!begun) await items.return?.()
  }
}

/** Passes a committed response on in the documented format, and meters it however it ends. */
export async function* forwardChat(
  attempts: ChatAttempts,
  { target, value: { first, items }, circuit }: Attempted<ChatTarget, OpenStream>,
  context: RequestContext,
  options: ChatOptions,
): AsyncGenerator<StreamItem<ChatChunk>> {
  const fingerprint = first.find(chunk => chunk.system_fingerprint)?.system_fingerprint
  const includeUsage = attempts.request.stream_options?.include_usage === true
  const shaper = new ChunkShaper(createChatHead(target, fingerprint, options.version), includeUsage)
  let metered = false
  try {
    yield { kind: 'events', events: shaper.shape(first) }
    for (;;) {
      const next = await items.next()
      if (next.done) break
      if (next.value.kind === 'waiting') continue
      const events = shaper.shape(next.value.events)
      if (events.length > 0) yield { kind: 'events', events }
    }
    if (!shaper.finished) throw interrupted()
    circuit.succeeded()
    metered = true
    const usage = await meter()
    checkChoices(attempts.request, shaper.choices, 'upstream_stream_interrupted')
    if (includeUsage) yield { kind: 'events', events: [shaper.usageChunk(usage)] }
  } catch (error) {
    const failure = toApiError(error)
    if (!context.signal.aborted && countsForCircuit(failure)) circuit.failed(toInputFailure(failure))
    throw error
  } finally {
    circuit.left()
    if (!metered) await meter()
    await items.return?.()
  }

  function meter(): Promise<Usage> {
    return attempts.meter(target, {
      raw: shaper.usage,
      written: () => shaper.written,
      whole: shaper.finished,
      isCut: shaper.isCut,
      isUsageEarly: shaper.isUsageEarly,
    })
  }
}

/**
 * Some providers ignore `n`, and one that answers choice after choice may stop between two of them.
 * @throws ApiError with the code if choices are missing
 */
function checkChoices(
  { n }: ChatRequest,
  received: number,
  code: 'upstream_error' | 'upstream_stream_interrupted',
): void {
  const requested = n ?? 1
  if (received >= requested) return
  const message = `The provider returned ${received} of ${requested} choices. Send \`n\` requests, or use another model.`
  throw new ApiError(code, message)
}

function interrupted(): ApiError {
  return new ApiError('upstream_stream_interrupted', 'The provider stopped mid-response.')
}

function silent(): ApiError {
  return new ApiError('upstream_error', 'The provider closed the stream without a response.', {
    retryable: true,
  })
}

const noOthers: UnitCounts = {}

interface OriginalCall {
  readonly cost: CostReservation
  /** Whether its client marks what to cache. */
  readonly hasCacheHints: boolean
}

/** An attempt that may be sent. */
interface BegunAttempt {
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
    const searches = context.budget.limits ? findWebSearches(this.request) : null
    const others = searches === null ? noOthers : { webSearch: searches.most }
    const bounds = context.budget.limits ? withHiddenTokens(this.#bounds, target) : this.#bounds
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
    this.#sentBounds = withReservedThinking({ ...bounds, tokens: answerTokens ?? bounds.tokens }, payable)
    const promptTokens = this.#target ? 0 : this.#promptTokens
    this.#target = target
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
    const next = this.#options.policy.answerLimits.afterRefusal(target, answerTokens, error)
    return next === null ? null : this.#limited(next)
  }

  /**
   * @returns null: the request has a limit, or its answer cannot exceed a budget
   * @throws ApiError `invalid_value` for a limit that cannot be read
   */
  #answerLimit(target: ChatTarget): number | null {
    const { answerLimits, reportedCosts } = this.#options.policy
    if (!this.#context.budget.limits) return null
    const isFree = target.price ? target.price.output === 0 : reportedCosts.amountToReserve(target) === 0
    if (isFree) return null
    requireReadable(this.#bounds)
    if (this.#bounds.tokens !== null) return null
    const { contextWindow = Infinity } = target
    const leftTokens = Math.max(answerTokensMin, contextWindow - this.#promptTokens)
    return Math.min(answerLimits.of(target), leftTokens)
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
    const cacheMissed =
      answer.raw?.prompt_tokens_details?.cached_tokens === 0 && this.#hasTranslatedHints(target)
    const { usage, estimated, charge } = this.#cost.withCut(own)
    this.#isMetered = true
    this.#context.usage.meter(usage, { estimated, cacheMissed, charge })
    if (answer.isCut === true && this.#answerTokens !== null)
      this.#context.trace.answerCut(this.#answerTokens)
    return charge === own.charge ? own.usage : withCharge(own.usage, charge)
  }

  /** An attempt that ends after some output: its provider bills that, whichever target answers in the end. */
  async addCut(target: ChatTarget, arrived: ChatCompletion): Promise<void> {
    const written = () => writtenText(arrived)
    this.#cost.addCut(await this.#measure(target, { raw: arrived.usage, written, whole: false }))
    // Its prompt is charged.
    this.#target = null
  }

  #measure(target: ChatTarget, answer: AnswerEnd): MeasuredUsage | Promise<MeasuredUsage> {
    const bounds =
      this.#answerTokens === null ? this.#sentBounds : { ...this.#sentBounds, tokens: this.#answerTokens }
    return measureUsage(this.request, answer, target, this.#options.policy.reportedCosts, bounds)
  }

  #hasTranslatedHints({ model }: ChatTarget): boolean {
    if (this.#original !== null) return this.#original.hasCacheHints
    return (model.apiFormat ?? 'chat') !== 'chat' && hasCacheHints(this.request)
  }

  /**
   * Charges a request that fails: the attempts that were cut after some output and, where the client disconnects, the
   * prompt of the last one, because the model still read it.
   */
  async meterFailed(): Promise<void> {
    if (this.#isMetered) return
    if (this.#context.signal.aborted && this.#target) {
      await this.meter(this.#target, { raw: null, written: () => '', whole: false })
      return
    }
    this.#cost.meterCut(this.#context.usage)
  }
}
