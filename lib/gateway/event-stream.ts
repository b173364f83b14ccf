import type { EventStream } from '#lib/capabilities/call.ts'
import type { Timers } from '#lib/config.ts'
import { type ApiError, toApiError } from '#lib/errors.ts'
import { EventWriter } from './event-writer.ts'
import type { GatewayCall } from './gateway-call.ts'

/**
 * Sends a capability's events as they come. A failure before the headers are out is thrown for a plain answer; after
 * it, it is the stream's last event, without `[DONE]`, and thrown for the row.
 */
export async function sendEvents<E>(
  call: GatewayCall,
  events: EventStream<E>,
  timers: Timers,
  toBody: (error: ApiError) => object,
): Promise<void> {
  const writer = new EventWriter(call, timers.keepAliveMs)
  const iterator = events[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await iterator.next()
      // An abort that the capability did not notice must not end like a complete answer.
      call.signal.throwIfAborted()
      if (next.done) break
      if (next.value.kind === 'waiting') {
        writer.waiting(next.value.note)
        continue
      }
      call.first()
      const drained =
        next.value.kind === 'written' ? writer.written(next.value.parts) : writer.events(next.value.events)
      if (drained) await drained
    }
    writer.done()
  } catch (thrown) {
    const error = toApiError(call.signal.aborted ? call.signal.reason : thrown)
    // The capability's own clean-up, its last figures included, comes before the row.
    await iterator.return?.()
    writer.fail(toBody(error))
    throw thrown
  }
}
