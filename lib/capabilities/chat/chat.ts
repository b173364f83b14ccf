import type { Attempt, Attempted } from '#lib/capabilities/attempts/attempt-series.ts'
import { attempt, attemptPlain } from '#lib/capabilities/attempts/attempts.ts'
import { countsForCircuit, toInputFailure } from '#lib/capabilities/attempts/failure-kinds.ts'
import {
  chooseTargets,
  type NamedModels,
  orDefaultModel,
  type TargetQueue,
} from '#lib/capabilities/attempts/choose-targets.ts'
import type { Handler, StreamItem } from '#lib/capabilities/handler.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { conversationBeginning } from '#lib/capabilities/routing/conversation-beginning.ts'
import type { ChatChunk, chatContract, ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { ApiError, toApiError } from '#lib/errors.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { LanguageStreamItem } from '#lib/providers/openai-compatible/language-model.ts'
import { requestAnswer } from './request-answer.ts'
import { ChunkShaper, createChatHead, isCut, shapeCompletion, writtenText } from './chat-answer.ts'
import { type BegunAttempt, ChatAttempts } from './chat-attempts.ts'
import type { ChatOptions } from './chat-options.ts'

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
