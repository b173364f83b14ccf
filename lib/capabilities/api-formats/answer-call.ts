import type { Attempt, Attempted } from '#lib/capabilities/attempts/attempt-series.ts'
import { attempt, attemptPlain } from '#lib/capabilities/attempts/attempts.ts'
import { countsForCircuit, isUnseen, toInputFailure } from '#lib/capabilities/attempts/failure-kinds.ts'
import { answerTokensMin } from '#lib/capabilities/attempts/answer-limits.ts'
import { ChatAttempts } from '#lib/capabilities/chat/chat-attempts.ts'
import {
  forwardChat,
  generateOnce,
  openStream,
  type OpenStream,
  type Waiting,
} from '#lib/capabilities/chat/chat.ts'
import type { ChatOptions } from '#lib/capabilities/chat/chat-options.ts'
import { isCut, writtenText } from '#lib/capabilities/chat/chat-answer.ts'
import { guessPromptTokens } from '#lib/capabilities/chat/prompt-size.ts'
import {
  chooseTargets,
  orDefaultModel,
  resolveOrError,
  type TargetQueue,
} from '#lib/capabilities/attempts/choose-targets.ts'
import { bytesPerToken } from './hidden-tokens.ts'
import { CostReservation } from '#lib/capabilities/cost.ts'
import type { EventStream, StreamItem } from '#lib/capabilities/handler.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { WrittenJson } from '#lib/capabilities/written-json.ts'
import type { ChatChunk, ChatCompletion } from '#lib/contracts/api/chat.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { ApiError, toApiError } from '#lib/errors.ts'
import type {
  NativeAnswer,
  NativeModel,
  NativeRequest,
  NativeStream,
} from '#lib/providers/native/native-model.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { type ClientPaths, toClientError } from './client-paths.ts'
import type { PdfReader } from './document-text.ts'
import type { AnyCall, FormatCall, NativeApiFormat, Translated } from './format-call.ts'
import { type BegunNative, NativeAttempts, reserveTokens } from './native-attempts.ts'

/** Dependencies of the operations of an API format. */
export type FormatOptions = ChatOptions & PdfReader

/** How one API format writes the answers of chat models. */
export interface AnswerFormat<Translation extends Translated, Answer, Event> {
  readonly apiFormat: NativeApiFormat
  toAnswer(answer: ChatCompletion, usage: Usage, target: ChatTarget, translated: Translation): Answer
  /** The events of one answer. */
  createEvents(model: string, translated: Translation): FormatEvents<Event>
  /** The last events of a stream that fails after the forwarded events, if any; absent: its error event. */
  failForwarded?(error: ApiError, forwarded: ForwardedEvents, model: string): readonly Event[]
}

type ForwardedEvents = Pick<NativeStream, 'passed' | 'opening'>

export interface FormatEvents<Event> {
  /** The events of some chunks, possibly none. */
  read(chunks: readonly ChatChunk[]): Event[]
  /** The last events of a stream that fails; absent: its error event. */
  fail?(error: ApiError): readonly Event[]
}

/**
 * Answers a conversation in one API format: a provider with this format gets the bytes of the request, any other a chat
 * request. A call may begin with one and fall back to the other.
 */
export function createAnswerCall<Translation extends Translated, Answer, Event>(
  format: AnswerFormat<Translation, Answer, Event>,
  options: FormatOptions,
): (
  call: FormatCall<unknown, Translation>,
  context: RequestContext,
) => Promise<Answer | WrittenJson> | EventStream<Event> {
  return (call, context) => {
    const targets = chooseChecked(call, context, format.apiFormat, options)
    const attempts = new FormatAttempts(format, call, context, options)
    return call.streams ? new AnswerStream(targets, attempts) : generateAnswer(targets, attempts)
  }
}

/** The body of a request whose first target cannot be found is still checked first, as for every endpoint. */
function chooseChecked(
  call: AnyCall,
  context: RequestContext,
  apiFormat: NativeApiFormat,
  options: ChatOptions,
): TargetQueue<ChatTarget> {
  const { models } = options
  const named = orDefaultModel(call.models, context.caller, id => models.resolve(id))
  const target = resolveOrError(named.model, id => models.resolve(id))
  if (target instanceof ApiError || call.nativeOf(target, apiFormat) === null) void call.input
  return chooseTargets(named, context.caller, id => models.resolve(id))
}

async function generateAnswer<Translation extends Translated, Answer, Event>(
  targets: TargetQueue<ChatTarget>,
  attempts: FormatAttempts<Translation, Answer, Event>,
): Promise<Answer | WrittenJson> {
  const { context, options, format } = attempts
  try {
    const answered = await attemptPlain(
      targets,
      context,
      options.policy,
      one => generate(attempts, one),
      () => attempts.call.beginning,
    )
    const { target, value, circuit } = answered
    circuit.succeeded()
    if (value.kind === 'native') {
      const writtenTokens = () => Math.ceil(value.answer.writtenBytes() / bytesPerToken)
      attempts.native.meter(target, value.answer.usage, writtenTokens, true)
      if (value.answer.isCut) attempts.native.cut()
      traceAnswer(context, value.answer)
      return new WrittenJson(value.answer.parts)
    }
    const { answer, translated, chat } = value
    const usage = await chat.meter(target, {
      raw: answer.usage,
      written: () => writtenText(answer),
      whole: true,
      isCut: isCut(answer),
    })
    return format.toAnswer(answer, usage, target, translated)
  } catch (error) {
    await attempts.meterFailed()
    throw attempts.toClientError(error)
  }
}

type Generated<T> =
  | { readonly kind: 'native'; readonly answer: NativeAnswer }
  | ({ readonly kind: 'translated'; readonly answer: ChatCompletion } & Translation<T>)

async function generate<T extends Translated, Answer, Event>(
  attempts: FormatAttempts<T, Answer, Event>,
  one: Attempt<ChatTarget>,
): Promise<Generated<T>> {
  const native = attempts.call.nativeOf(one.target, attempts.format.apiFormat)
  if (native !== null) {
    const begun = await attempts.beginNative(one)
    const send = (request: NativeRequest) => native.generate(request, begun.options)
    try {
      return { kind: 'native', answer: await sendWithSmallerLimit(attempts.native, one, begun, send) }
    } catch (error) {
      if (isUnseen(error)) attempts.native.addUnseen(one.target)
      throw error
    }
  }
  const translation = await attempts.translate(one.target)
  return { kind: 'translated', answer: await generateOnce(translation.chat, one), ...translation }
}

/** Sends a request, and once more with a smaller limit of the answer if that is the reason of the refusal. */
async function sendWithSmallerLimit<T>(
  native: NativeAttempts,
  { target }: Attempt<ChatTarget>,
  begun: BegunNative,
  send: (request: NativeRequest) => Promise<T>,
): Promise<T> {
  const sendOne = async (request: NativeRequest): Promise<T> => {
    try {
      return await send(request)
    } catch (error) {
      throw native.toSent(error)
    }
  }
  try {
    return await sendOne(begun.request)
  } catch (error) {
    const less = native.afterRefusal(target, begun, error)
    if (less === null) throw error
    return await sendOne(less)
  }
}

function traceAnswer(
  { trace }: RequestContext,
  { requestId, turnState }: Pick<NativeAnswer, 'requestId' | 'turnState'>,
): void {
  if (requestId !== null) trace.upstreamRequest(requestId)
  if (turnState !== null) trace.turnState(turnState)
}

/** The events of an answer. */
class AnswerStream<T extends Translated, Answer, Event> implements EventStream<Event> {
  readonly #targets: TargetQueue<ChatTarget>
  readonly #attempts: FormatAttempts<T, Answer, Event>
  /** Once the response is committed. */
  #fail: ((error: ApiError) => readonly Event[]) | null = null

  constructor(targets: TargetQueue<ChatTarget>, attempts: FormatAttempts<T, Answer, Event>) {
    this.#targets = targets
    this.#attempts = attempts
  }

  failed(error: ApiError): readonly Event[] | null {
    if (this.#fail !== null) return this.#fail(error)
    const { format, call } = this.#attempts
    return format.failForwarded?.(error, { passed: 0, opening: null }, call.named ?? '') ?? null
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamItem<Event>> {
    const attempts = this.#attempts
    const { context, options, format } = attempts
    let committed = false
    try {
      const opened = yield* attempt(
        this.#targets,
        context,
        options.policy,
        one => open(attempts, one),
        () => attempts.call.beginning,
      )
      committed = true
      const { target, circuit, value } = opened
      if (value.kind === 'native') {
        this.#fail = error => format.failForwarded?.(error, value.stream, target.publicId) ?? []
        yield* forwardNative(attempts, { target, circuit, value })
        return
      }
      const events = format.createEvents(target.publicId, value.translated)
      this.#fail = error => events.fail?.(error) ?? []
      yield* forwardTranslated(attempts, { target, circuit, value }, events)
    } catch (error) {
      throw attempts.toClientError(error)
    } finally {
      if (!committed) await attempts.meterFailed()
    }
  }
}

interface OpenNative {
  readonly kind: 'native'
  readonly stream: NativeStream
  /** The events that commit the response. */
  readonly first: Buffer
  readonly events: AsyncIterator<Buffer>
}

interface OpenTranslated<T> extends Translation<T> {
  readonly kind: 'translated'
  readonly opened: OpenStream
}

async function* open<T extends Translated, Answer, Event>(
  attempts: FormatAttempts<T, Answer, Event>,
  one: Attempt<ChatTarget>,
): AsyncGenerator<Waiting, OpenNative | OpenTranslated<T>> {
  const native = attempts.call.nativeOf(one.target, attempts.format.apiFormat)
  if (native !== null) return openNative(native, attempts.native, one, await attempts.beginNative(one))
  const translation = await attempts.translate(one.target)
  return { kind: 'translated', opened: yield* openStream(translation.chat, one), ...translation }
}

async function openNative(
  native: NativeModel,
  attempts: NativeAttempts,
  one: Attempt<ChatTarget>,
  begun: BegunNative,
): Promise<OpenNative> {
  const { stream, events, first } = await sendWithSmallerLimit(attempts, one, begun, async request => {
    const opened = native.stream(request, begun.options)
    const iterator = opened[Symbol.asyncIterator]()
    return { stream: opened, events: iterator, first: await iterator.next() }
  })
  if (!first.done) return { kind: 'native', stream, first: first.value, events }
  throw new ApiError('upstream_error', 'The provider closed the stream without a response.', {
    retryable: true,
  })
}

/** Passes whole events on, and meters them however the stream ends. */
async function* forwardNative<T extends Translated, Answer, Event>(
  { context, native }: FormatAttempts<T, Answer, Event>,
  { target, circuit, value: { stream, first, events } }: Attempted<ChatTarget, OpenNative>,
): AsyncGenerator<StreamItem<Event>> {
  traceAnswer(context, stream)
  try {
    yield { kind: 'bytes', bytes: first }
    for (let next = await events.next(); !next.done; next = await events.next()) {
      yield { kind: 'bytes', bytes: next.value }
    }
    circuit.succeeded()
  } catch (error) {
    const failure = toApiError(error)
    if (!context.signal.aborted && countsForCircuit(failure)) circuit.failed(toInputFailure(failure))
    throw error
  } finally {
    circuit.left()
    native.meter(target, stream.usage, () => stream.writtenTokens, stream.finished)
    if (stream.isCut) native.cut()
    await events.return?.()
  }
}

/** The chunks of a chat model as events of the format. */
async function* forwardTranslated<T extends Translated, Answer, Event>(
  { context, options }: FormatAttempts<T, Answer, Event>,
  { target, circuit, value: { opened, chat } }: Attempted<ChatTarget, OpenTranslated<T>>,
  events: FormatEvents<Event>,
): AsyncGenerator<StreamItem<Event>> {
  for await (const item of forwardChat(chat, { target, circuit, value: opened }, context, options)) {
    if (item.kind !== 'events') {
      yield item
      continue
    }
    const read = events.read(item.events)
    if (read.length > 0) yield { kind: 'events', events: read }
  }
}

/** A request for one target, and its attempts. */
interface Translation<T> {
  readonly translated: T
  readonly chat: ChatAttempts
}

/** State shared by the attempts of one call, as bytes or translated. */
class FormatAttempts<T extends Translated, Answer, Event> {
  readonly format: AnswerFormat<T, Answer, Event>
  readonly call: FormatCall<unknown, T>
  readonly context: RequestContext
  readonly options: FormatOptions
  readonly native: NativeAttempts
  readonly #cost: CostReservation
  #hasReserved = false
  #last: ChatAttempts | NativeAttempts | null = null
  /** Of the request that was translated last; null: it is not translated yet, or forwarded. */
  #paths: ClientPaths | null = null

  constructor(
    format: AnswerFormat<T, Answer, Event>,
    call: FormatCall<unknown, T>,
    context: RequestContext,
    options: FormatOptions,
  ) {
    this.format = format
    this.call = call
    this.context = context
    this.options = options
    this.#cost = new CostReservation(context, options.policy.reportedCosts)
    this.native = new NativeAttempts(call, format.apiFormat, context, options, this.#cost)
  }

  async beginNative(one: Attempt<ChatTarget>): Promise<BegunNative> {
    const reserved = this.#reserve()
    if (reserved !== null) await reserved
    this.context.trace.ignored(this.call.notForwarded)
    this.#last = this.native
    this.#paths = null
    return await this.native.begin(one)
  }

  /** @throws ApiError with the path of what cannot be translated */
  async translate(target: ChatTarget): Promise<Translation<T>> {
    this.#paths = null
    await this.call.readDocuments(this.options, this.context)
    const translated = this.call.toChat(target, this.context.caller.teamId)
    const reserved = this.#reserve()
    if (reserved !== null) await reserved
    this.context.trace.ignored(translated.ignored)
    const request = this.#clamped(translated, target)
    const { hasCacheHints, paths } = translated
    this.#paths = paths
    const chat = new ChatAttempts(request, this.context, this.options, { cost: this.#cost, hasCacheHints })
    this.#last = chat
    return { translated, chat }
  }

  /** Charges a request that fails, as far as it was read or answered. */
  async meterFailed(): Promise<void> {
    await this.#last?.meterFailed()
  }

  /** An error with the path of the client's own field. */
  toClientError(error: unknown): unknown {
    return this.#paths === null ? error : toClientError(error, this.#paths)
  }

  /** Once for all attempts. */
  #reserve(): Promise<void> | null {
    if (this.#hasReserved) return null
    this.#hasReserved = true
    return reserveTokens(this.call, this.context)
  }

  /** Agents send the largest limit of the models they know: a smaller context window lowers it. */
  #clamped({ request }: Translated, { contextWindow, providerId }: ChatTarget): Translated['request'] {
    const { max_tokens: maxTokens } = request
    if (contextWindow === undefined || !maxTokens) return request
    const prompt = providerId === 'local' ? 0 : guessPromptTokens(request)
    const leftTokens = Math.max(answerTokensMin, contextWindow - prompt)
    if (maxTokens <= leftTokens) return request
    this.context.trace.answerLimited(leftTokens)
    return { ...request, max_tokens: leftTokens }
  }
}
