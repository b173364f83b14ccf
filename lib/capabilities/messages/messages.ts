import {
  type Attempt,
  attempt,
  type Attempted,
  attemptPlain,
  countsForCircuit,
} from '#lib/capabilities/attempts.ts'
import { answerTokensMin } from '#lib/capabilities/answer-limits.ts'
import {
  ChatAttempts,
  type ChatOptions,
  forwardChat,
  generateOnce,
  openStream,
  type OpenStream,
  type Waiting,
} from '#lib/capabilities/chat/chat.ts'
import { writtenText } from '#lib/capabilities/chat/chat-answer.ts'
import { guessPromptTokens } from '#lib/capabilities/chat/prompt-size.ts'
import {
  chooseTargets,
  orDefaultModel,
  resolveOrError,
  type TargetQueue,
} from '#lib/capabilities/choose-targets.ts'
import { CostReservation } from '#lib/capabilities/cost.ts'
import type { StreamItem } from '#lib/capabilities/handler.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { WrittenJson } from '#lib/capabilities/written-json.ts'
import type { ChatCompletion } from '#lib/contracts/api/chat.ts'
import type { Message, MessageEvent } from '#lib/contracts/api/messages/messages.ts'
import { ApiError, toApiError } from '#lib/errors.ts'
import type { NativeAnswer, NativeModel, NativeRequest, NativeStream } from '#lib/providers/native-model.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { MessageEvents } from './message-events.ts'
import type { MessagesCall } from './messages-call.ts'
import { NativeAttempts, reserveTokens } from './native-attempts.ts'
import type { PdfReader } from './read-documents.ts'
import type { TranslatedRequest } from './to-chat-request.ts'
import { toMessage } from './to-message.ts'

/** Dependencies of the operations of the Messages API. */
export type MessagesOptions = ChatOptions & PdfReader

export type MessagesHandler = (
  call: MessagesCall,
  context: RequestContext,
) => Promise<Message | WrittenJson> | AsyncGenerator<StreamItem<MessageEvent>>

/**
 * Answers a conversation in the format of the Messages API: a provider with this format gets the bytes of the request,
 * any other a chat request. A call may begin with one and fall back to the other.
 */
export function createMessages(options: MessagesOptions): MessagesHandler {
  return (call, context) => {
    const targets = chooseChecked(call, context, options)
    const attempts = new MessagesAttempts(call, context, options)
    return call.streams ? streamMessage(targets, attempts) : generateMessage(targets, attempts)
  }
}

/** The body of a request whose first target cannot be found is still checked first, as for every endpoint. */
function chooseChecked(
  call: MessagesCall,
  context: RequestContext,
  options: ChatOptions,
): TargetQueue<ChatTarget> {
  const { models } = options
  const named = orDefaultModel(call.models, context.caller, id => models.resolve(id))
  const target = resolveOrError(named.model, id => models.resolve(id))
  if (target instanceof ApiError || call.nativeOf(target) === null) void call.input
  return chooseTargets(named, context.caller, id => models.resolve(id))
}

async function generateMessage(
  targets: TargetQueue<ChatTarget>,
  attempts: MessagesAttempts,
): Promise<Message | WrittenJson> {
  const { context, options } = attempts
  try {
    const answered = await attemptPlain(targets, context, options.policy, one => generate(attempts, one))
    const { target, value, circuit } = answered
    circuit.succeeded()
    if (value.kind === 'native') {
      attempts.native.meter(target, value.answer.usage, 0, true)
      if (value.answer.requestId !== null) context.trace.upstreamRequest(value.answer.requestId)
      return new WrittenJson(value.answer.parts)
    }
    const { answer, translated, chat } = value
    const usage = await chat.meter(target, {
      raw: answer.usage,
      written: () => writtenText(answer),
      whole: true,
    })
    return toMessage(answer, usage, target.publicId, translated)
  } catch (error) {
    await attempts.meterAbandoned()
    throw error
  }
}

type Generated =
  | { readonly kind: 'native'; readonly answer: NativeAnswer }
  | ({ readonly kind: 'translated'; readonly answer: ChatCompletion } & Translation)

async function generate(attempts: MessagesAttempts, one: Attempt<ChatTarget>): Promise<Generated> {
  const native = attempts.call.nativeOf(one.target)
  if (native !== null) {
    const begun = await attempts.beginNative(one)
    const send = (request: NativeRequest) => native.generate(request, begun.options)
    return { kind: 'native', answer: await orWithLess(attempts, one, begun.request, send) }
  }
  const translation = await attempts.translate(one.target)
  return { kind: 'translated', answer: await generateOnce(translation.chat, one), ...translation }
}

/** Sends a request, and once more with a smaller limit of the answer if that is the reason of the refusal. */
async function orWithLess<T>(
  { native }: MessagesAttempts,
  { target }: Attempt<ChatTarget>,
  request: NativeRequest,
  send: (request: NativeRequest) => Promise<T>,
): Promise<T> {
  try {
    return await send(request)
  } catch (error) {
    const less = native.afterRefusal(target, request, error)
    if (less === null) throw error
    return await send(less)
  }
}

async function* streamMessage(
  targets: TargetQueue<ChatTarget>,
  attempts: MessagesAttempts,
): AsyncGenerator<StreamItem<MessageEvent>> {
  const { context, options } = attempts
  let committed = false
  try {
    const opened = yield* attempt(targets, context, options.policy, one => open(attempts, one))
    committed = true
    const { target, circuit, value } = opened
    if (value.kind === 'native') yield* forwardNative(attempts, { target, circuit, value })
    else yield* forwardTranslated(attempts, { target, circuit, value })
  } finally {
    if (!committed) await attempts.meterAbandoned()
  }
}

interface OpenNative {
  readonly kind: 'native'
  readonly stream: NativeStream
  /** The events that commit the response. */
  readonly first: Buffer
  readonly events: AsyncIterator<Buffer>
}

interface OpenTranslated extends Translation {
  readonly kind: 'translated'
  readonly opened: OpenStream
}

async function* open(
  attempts: MessagesAttempts,
  one: Attempt<ChatTarget>,
): AsyncGenerator<Waiting, OpenNative | OpenTranslated> {
  const native = attempts.call.nativeOf(one.target)
  if (native !== null) return openNative(attempts, one, native)
  const translation = await attempts.translate(one.target)
  return { kind: 'translated', opened: yield* openStream(translation.chat, one), ...translation }
}

async function openNative(
  attempts: MessagesAttempts,
  one: Attempt<ChatTarget>,
  native: NativeModel,
): Promise<OpenNative> {
  const begun = await attempts.beginNative(one)
  const { stream, events, first } = await orWithLess(attempts, one, begun.request, async request => {
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
async function* forwardNative(
  { context, native }: MessagesAttempts,
  { target, circuit, value: { stream, first, events } }: Attempted<ChatTarget, OpenNative>,
): AsyncGenerator<StreamItem<MessageEvent>> {
  if (stream.requestId !== null) context.trace.upstreamRequest(stream.requestId)
  try {
    yield { kind: 'bytes', bytes: first }
    for (let next = await events.next(); !next.done; next = await events.next()) {
      yield { kind: 'bytes', bytes: next.value }
    }
    circuit.succeeded()
  } catch (error) {
    if (!context.signal.aborted && countsForCircuit(toApiError(error))) circuit.failed()
    throw error
  } finally {
    circuit.left()
    native.meter(target, stream.usage, stream.writtenTokens, stream.finished)
    await events.return?.()
  }
}

/** The chunks of a chat model as events of the Messages API. */
async function* forwardTranslated(
  { context, options }: MessagesAttempts,
  { target, circuit, value: { opened, translated, chat } }: Attempted<ChatTarget, OpenTranslated>,
): AsyncGenerator<StreamItem<MessageEvent>> {
  const events = new MessageEvents(target.publicId, guessPromptTokens(translated.request), translated)
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
interface Translation {
  readonly translated: TranslatedRequest
  readonly chat: ChatAttempts
}

/** State shared by the attempts of one call in either format. */
class MessagesAttempts {
  readonly call: MessagesCall
  readonly context: RequestContext
  readonly options: MessagesOptions
  readonly native: NativeAttempts
  readonly #cost: CostReservation
  #hasReserved = false
  #last: ChatAttempts | NativeAttempts | null = null

  constructor(call: MessagesCall, context: RequestContext, options: MessagesOptions) {
    this.call = call
    this.context = context
    this.options = options
    this.#cost = new CostReservation(context, options.policy.reportedCosts)
    this.native = new NativeAttempts(call, context, options, this.#cost)
  }

  beginNative(one: Attempt<ChatTarget>) {
    this.#reserve()
    this.context.trace.ignored(this.call.envelope.hasOwnThinking ? ['thinking of other models'] : [])
    this.#last = this.native
    return this.native.begin(one)
  }

  /** @throws ApiError with the path of what cannot be translated */
  async translate(target: ChatTarget): Promise<Translation> {
    const reading = this.call.readDocuments(this.options, this.context.signal)
    if (reading !== null) await reading
    const translated = this.call.toChat(target, this.context.caller.teamId)
    this.#reserve()
    this.context.trace.ignored(translated.ignored)
    const request = this.#clamped(translated, target)
    const { hasCacheHints } = translated
    const chat = new ChatAttempts(request, this.context, this.options, { cost: this.#cost, hasCacheHints })
    this.#last = chat
    return { translated, chat }
  }

  /** Charges the prompt when the client disconnects before any output. */
  async meterAbandoned(): Promise<void> {
    await this.#last?.meterAbandoned()
  }

  #reserve(): void {
    if (!this.#hasReserved) reserveTokens(this.call, this.context)
    this.#hasReserved = true
  }

  /** Agents send the largest limit of the models they know: a smaller context window lowers it. */
  #clamped(
    { request }: TranslatedRequest,
    { contextWindow, providerId }: ChatTarget,
  ): TranslatedRequest['request'] {
    const { max_tokens: maxTokens } = request
    if (contextWindow === undefined || !maxTokens) return request
    const prompt = providerId === 'local' ? 0 : guessPromptTokens(request)
    const room = Math.max(answerTokensMin, contextWindow - prompt)
    if (maxTokens <= room) return request
    this.context.trace.answerLimited(room)
    return { ...request, max_tokens: room }
  }
}
