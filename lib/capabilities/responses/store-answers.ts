import { orDefaultModel, resolveOrError } from '#lib/capabilities/attempts/choose-targets.ts'
import type { EventStream, StreamItem } from '#lib/capabilities/handler.ts'
import type { Caller, RequestContext } from '#lib/capabilities/request-context.ts'
import { WrittenJson } from '#lib/capabilities/written-json.ts'
import { type Response, type ResponseEvent, responseSchema } from '#lib/contracts/api/responses/responses.ts'
import { ApiError } from '#lib/errors.ts'
import { withMembers } from '#lib/providers/native/edit-answer.ts'
import { EventSplitter, type SplitEvent } from '#lib/providers/native/event-splitter.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import { type ContinuedRequest, continueRequest, namesStored } from './continue-request.ts'
import type { ResponsesCall } from './responses-call.ts'
import type { StoredResponses } from './stored-responses.ts'

export interface StoringDeps {
  readonly responses: StoredResponses
  /** Tells the providers of models. */
  readonly models: { resolve(publicId: string): AnyTarget }
}

type Answered = Promise<Response | WrittenJson> | EventStream<ResponseEvent>
type Answer = (call: ResponsesCall, context: RequestContext) => Answered

/**
 * Continues stored responses, and stores each response at its end, before its client gets the last of it. A response that
 * fails, or whose client leaves, is not stored. For teams that store none nothing changes.
 */
export function createStoringAnswer(answer: Answer, deps: StoringDeps): Answer {
  return (call, context) => {
    if (deps.responses.isOff(context.caller.teamId)) return answer(call, context)
    return call.streams
      ? new StoredStream(answer, deps, call, context)
      : storedAnswer(answer, deps, call, context)
  }
}

/** For operations that answer without a response: the request with all that it continues. */
export async function continueCall(
  call: ResponsesCall,
  { caller }: RequestContext,
  deps: StoringDeps,
): Promise<ContinuedRequest> {
  const continued = await continueStored(call, caller, deps)
  return continued ?? { call, previousId: null, input: () => null, toSent: error => error }
}

/** @returns null: the team stores no responses */
async function continueStored(
  call: ResponsesCall,
  caller: Caller,
  { responses: stored, models }: StoringDeps,
): Promise<ContinuedRequest | null> {
  const { teamId, userId } = caller
  const days = namesStored(call) ? await stored.knownDaysOf(teamId) : await stored.daysOf(teamId)
  if (days === null) return null
  const isOfProvider = (model: string): boolean => {
    const first = orDefaultModel(call.models, caller, id => models.resolve(id)).model
    const [asked, wrote] = [first, model].map(id => resolveOrError(id, each => models.resolve(each)))
    if (asked instanceof ApiError || wrote instanceof ApiError) return false
    return asked?.providerId === wrote?.providerId
  }
  return await continueRequest(call, { owner: { teamId, userId }, days, stored, isOfProvider })
}

async function storedAnswer(
  answer: Answer,
  deps: StoringDeps,
  call: ResponsesCall,
  context: RequestContext,
): Promise<Response | WrittenJson> {
  const storing = await beginStoring(call, context, deps)
  try {
    const answering = answer(storing?.call ?? call, context)
    if (!(answering instanceof Promise)) throw new Error('The answer to a plain request is a stream.')
    return storing === null ? await answering : await storing.finish(await answering)
  } catch (error) {
    throw storing?.toSent(error) ?? error
  }
}

class StoredStream implements EventStream<ResponseEvent> {
  readonly #answer: Answer
  readonly #deps: StoringDeps
  readonly #call: ResponsesCall
  readonly #context: RequestContext
  #storing: Storing | null = null
  #events: EventStream<ResponseEvent> | null = null

  constructor(answer: Answer, deps: StoringDeps, call: ResponsesCall, context: RequestContext) {
    this.#answer = answer
    this.#deps = deps
    this.#call = call
    this.#context = context
  }

  failed(error: ApiError): readonly ResponseEvent[] | null {
    const events = this.#events?.failed?.(error) ?? null
    return this.#storing === null
      ? events
      : (events?.map(event => this.#storing?.toFailed(event) ?? event) ?? null)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamItem<ResponseEvent>> {
    const storing = await beginStoring(this.#call, this.#context, this.#deps)
    this.#storing = storing
    try {
      const events = this.#answer(storing?.call ?? this.#call, this.#context)
      if (events instanceof Promise) throw new Error('The answer to a streamed request is no stream.')
      this.#events = events
      if (storing === null) return yield* events
      for await (const item of events) yield await storing.read(item)
    } catch (error) {
      throw storing?.toSent(error) ?? error
    }
  }
}

async function beginStoring(
  call: ResponsesCall,
  context: RequestContext,
  deps: StoringDeps,
): Promise<Storing | null> {
  const continued = await continueStored(call, context.caller, deps)
  return continued === null ? null : new Storing(continued, context, deps.responses)
}

/** A request whose response may be stored. */
class Storing {
  readonly #request: ContinuedRequest
  readonly #context: RequestContext
  readonly #stored: StoredResponses
  readonly #isWanted: boolean
  readonly #splitter = new EventSplitter()

  constructor(request: ContinuedRequest, context: RequestContext, stored: StoredResponses) {
    this.#request = request
    this.#context = context
    this.#stored = stored
    this.#isWanted = request.call.envelope.member('store') !== false
  }

  get call(): ResponsesCall {
    return this.#request.call
  }

  toSent(error: unknown): unknown {
    return this.#request.toSent(error)
  }

  /** Stores a response. @returns it with what became of it */
  async finish(answer: Response | WrittenJson): Promise<Response | WrittenJson> {
    if (!(answer instanceof WrittenJson)) return { ...answer, ...(await this.#save(answer)) }
    const bytes = Buffer.concat(answer.parts)
    return new WrittenJson([withMembers(bytes, [], await this.#save(JSON.parse(bytes.toString())))])
  }

  async read(item: StreamItem<ResponseEvent>): Promise<StreamItem<ResponseEvent>> {
    switch (item.kind) {
      case 'events': {
        const events: ResponseEvent[] = []
        for (const event of item.events) events.push(await this.#readEvent(event))
        return { kind: 'events', events }
      }
      case 'bytes':
        return { kind: 'bytes', bytes: await this.#readBytes(item.bytes) }
      case 'written':
      case 'waiting':
        return item
    }
  }

  /** The last event of a stream that failed: its response is not stored. */
  toFailed(event: ResponseEvent): ResponseEvent {
    return withState(event, this.#toState(false))
  }

  async #readEvent(event: ResponseEvent): Promise<ResponseEvent> {
    if (isBeginning(event.type)) return withState(event, this.#toState(this.#isWanted))
    return isEnd(event.type) ? withState(event, await this.#save(event['response'])) : event
  }

  /** Whole events, as the provider sent them. */
  async #readBytes(bytes: Buffer): Promise<Buffer> {
    const events: SplitEvent[] = []
    this.#splitter.push(bytes, event => void events.push(event))
    const parts: Buffer[] = []
    for (const event of events) parts.push(await this.#readSplit(event))
    return Buffer.concat(parts)
  }

  async #readSplit({ name, bytes, data }: SplitEvent): Promise<Buffer> {
    if (isBeginning(name)) return withMembers(bytes, ['response'], this.#toState(this.#isWanted))
    if (!isEnd(name)) return bytes
    const event: unknown = JSON.parse(data())
    return withMembers(bytes, ['response'], await this.#save(isRecord(event) ? event['response'] : null))
  }

  async #save(answered: unknown): Promise<ResponseState> {
    const parsed = this.#isWanted ? responseSchema.safeParse(answered) : null
    if (!parsed?.success) return this.#toState(false)
    const { previousId, input } = this.#request
    const { caller } = this.#context
    return this.#toState(await this.#stored.save({ caller, previousId, input, response: parsed.data }))
  }

  #toState(store: boolean): ResponseState {
    return { store, previous_response_id: this.#request.previousId }
  }
}

/** The members of a response that only Sextant knows. */
interface ResponseState extends Readonly<Record<string, unknown>> {
  readonly store: boolean
  readonly previous_response_id: string | null
}

function isBeginning(type: string): boolean {
  return type === 'response.created' || type === 'response.in_progress' || type === 'response.queued'
}

function isEnd(type: string): boolean {
  return type === 'response.completed' || type === 'response.incomplete'
}

function withState(event: ResponseEvent, state: ResponseState): ResponseEvent {
  const { response } = event
  return isRecord(response) ? { ...event, response: { ...response, ...state } } : event
}
