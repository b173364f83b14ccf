import { createParser } from 'eventsource-parser'
import type { WireEvent } from './run.ts'

const encoder = new TextEncoder()

export interface ReadEventsOptions {
  /** Milliseconds since the request was sent. */
  elapsedMs: () => number
  /** Events that arrived in one read; never empty. */
  onEvents: (events: readonly WireEvent[]) => void
}

/**
 * Reads a `text/event-stream` to its end. An event that the connection cut in half is dropped, as the standard asks.
 * @throws what the stream throws: an abort, or a broken connection
 */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  { elapsedMs, onEvents }: ReadEventsOptions,
): Promise<void> {
  let arrived: WireEvent[] = []
  let count = 0
  const push = (kind: WireEvent['kind'], data: string) => {
    count += 1
    arrived.push({ number: count, atMs: elapsedMs(), bytes: encoder.encode(data).length, kind, data })
  }
  const parser = createParser({
    onEvent: event => push('data', event.data),
    onComment: comment => push('comment', comment),
  })

  const decoder = new TextDecoder()
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      if (arrived.length === 0) continue
      onEvents(arrived)
      arrived = []
    }
  } finally {
    reader.releaseLock()
  }
}
