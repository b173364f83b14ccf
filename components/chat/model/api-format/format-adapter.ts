import type { Answer } from '#components/chat/model/answer.ts'
import type { JsonObject } from '#lib/client/json-value.ts'

/** Writes the requests of an API format, and reads its answers. */
export interface FormatAdapter {
  /** The request to send, from the chat request that the playground edits. */
  readonly toSent: (body: JsonObject) => SentBody
  /** The answer after one more event of a stream. */
  readonly readEvent: (answer: Answer, data: string, atMs: number) => Answer
  /** The answer of a response that was not streamed. */
  readonly readBody: (body: string, atMs: number | null) => Answer
}

/** A request in an API format. */
export interface SentBody {
  readonly body: JsonObject
  /** One sentence each: parts of the chat request that the format cannot carry, or carries in another way. */
  readonly notes: readonly string[]
}

/** A request in an API format, read as a chat request. */
export interface ReadBody {
  readonly body: JsonObject
  /** Parts that a chat request cannot hold, by name. */
  readonly dropped: readonly string[]
}

// The draft of a chat does not change while it is read: HTTP, Code and the status of a run each ask on every render.
const known = new WeakMap<JsonObject, Map<FormatAdapter, SentBody>>()

/** The request in a format. The same chat request always gives the same object. */
export function toSent(body: JsonObject, adapter: FormatAdapter): SentBody {
  const sent = known.get(body) ?? new Map<FormatAdapter, SentBody>()
  known.set(body, sent)
  const before = sent.get(adapter)
  if (before !== undefined) return before
  const written = adapter.toSent(body)
  sent.set(adapter, written)
  return written
}
