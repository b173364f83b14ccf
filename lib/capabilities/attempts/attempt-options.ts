import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { Attempt } from './attempt-series.ts'

/** Deadlines of upstream requests, in milliseconds. */
export interface CallTimers {
  readonly connectMs: number
  readonly firstEventMs: number
  readonly idleMs: number
  /** Total for a non-streamed response. */
  readonly plainMs: number
  /** Total for a stream. */
  readonly streamMs: number
}

/** Deadlines, abort signal and reporting of one attempt. */
export function toAttemptOptions(
  target: AnyTarget,
  { signal, caller, trace }: Pick<RequestContext, 'signal' | 'caller' | 'trace'>,
  timers: CallTimers,
  total: 'plainMs' | 'streamMs',
  attempt?: Pick<Attempt<AnyTarget>, 'limitFirstEvent'>,
): AttemptOptions {
  const { timers: own } = target
  const firstEventMs = own?.firstEventMs ?? timers.firstEventMs
  return {
    signal,
    keyId: caller.keyId,
    exchanges: trace.exchanges,
    timers: {
      connectMs: timers.connectMs,
      firstEventMs: attempt?.limitFirstEvent(firstEventMs) ?? firstEventMs,
      idleMs: own?.idleMs ?? timers.idleMs,
      totalMs: own?.[total] ?? timers[total],
    },
    waited: (phase, ms, reason) => {
      // `attempt` counts the whole attempt as upstream time.
      if (phase !== 'upstream') trace.waited(phase, ms, reason)
    },
    waits: note => trace.waits(note, target.publicId),
    skipped: count => trace.skipped(count),
  }
}
