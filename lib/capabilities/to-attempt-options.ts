import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { AnyTarget } from './any-target.ts'
import type { CallTimers } from './call-timers.ts'
import type { RequestContext } from './request-context.ts'

/** How long one attempt may take, who may end it, and to whom it reports. */
export function toAttemptOptions(
  target: AnyTarget,
  context: RequestContext,
  timers: CallTimers,
  totalMs: number,
): AttemptOptions {
  return {
    signal: context.signal,
    keyId: context.caller.keyId,
    timers: {
      connectMs: timers.connectMs,
      firstEventMs: target.firstEventMs ?? timers.firstEventMs,
      idleMs: timers.idleMs,
      totalMs,
    },
    waited: (phase, ms) => {
      // The whole attempt is timed as upstream by its caller.
      if (phase !== 'upstream') context.trace.waited(phase, ms)
    },
    skipped: count => context.trace.skipped(count),
  }
}
