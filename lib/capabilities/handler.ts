import type { Contract, Event, Input, Output } from '#lib/contracts/core/contract.ts'
import type { RequestContext } from './request-context.ts'
import type { WrittenJson } from './written-json.ts'

/** What a capability is to its endpoint. */
export type Handler<C extends Contract> = (
  input: Input<C>,
  context: RequestContext,
) => Promise<Output<C> | WrittenJson> | EventStream<Event<C>>

export type EventStream<E> = AsyncIterable<StreamItem<E>>

/**
 * What a stream hands to its endpoint: events that arrived together travel together, and a `waiting` note (such as
 * `queued 3`) is sent as a comment while nothing else is. The first event commits the response: after it a failure is
 * an in-band error, before it a plain one.
 */
export type StreamItem<E> =
  | { readonly kind: 'events'; readonly events: readonly E[] }
  /** One event that is JSON already, without line breaks: it may be many megabytes long. */
  | { readonly kind: 'written'; readonly parts: readonly Uint8Array[] }
  | { readonly kind: 'waiting'; readonly note: string }
