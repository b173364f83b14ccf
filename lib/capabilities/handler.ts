import type { Contract, Event, Input, Output } from '#lib/contracts/core/contract.ts'
import type { ApiError } from '#lib/errors.ts'
import type { RequestContext } from './request-context.ts'
import type { WrittenJson } from './written-json.ts'

/** A capability as its endpoint uses it. */
export type Handler<C extends Contract> = (
  input: Input<C>,
  context: RequestContext,
) => Promise<Output<C> | WrittenJson> | EventStream<Event<C>>

export interface EventStream<E> extends AsyncIterable<StreamItem<E>> {
  /** The last events of a stream that has failed; absent or none: the error event of its format. */
  failed?(error: ApiError): readonly E[] | null
}

/**
 * Items of a stream: events that arrived together stay together, and a `waiting` note (such as `queued 3`) is
 * sent as a comment until the first event. The first event commits the response: after it a failure is an
 * in-band error, before it a plain one.
 */
export type StreamItem<E> =
  | { readonly kind: 'events'; readonly events: readonly E[] }
  /** One event that is already JSON, without line breaks; it can be many megabytes. */
  | { readonly kind: 'written'; readonly parts: readonly Uint8Array[] }
  /** Whole events of the client's API format, passed on as they came. */
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'waiting'; readonly note: string }
