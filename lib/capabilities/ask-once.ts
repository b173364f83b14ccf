import type { Usage } from '#lib/contracts/usage.ts'
import type { AttemptOptions } from '#lib/engines/attempt-options.ts'
import type { ApiError } from '#lib/errors.ts'
import type { AnyTarget } from './any-target.ts'
import { attempt, type Attempted } from './attempt.ts'
import type { AttemptPolicy } from './attempt-policy.ts'
import type { CallTimers } from './call-timers.ts'
import type { Call } from './call.ts'
import { toAttemptOptions } from './to-attempt-options.ts'

/** What a call with one whole answer asks of its targets. */
export interface Question<T extends AnyTarget, Prepared, Answer> {
  /** The request as this target takes it. @throws ApiError for what it cannot take */
  prepare(target: T): Prepared | Promise<Prepared>
  /** A quick upper guess, for the limits of the key. */
  guessTokens(): number
  ask(target: T, prepared: Prepared, options: AttemptOptions): Promise<Answer>
  /** What is billed when the caller leaves before the answer: the work was done all the same. */
  estimate(target: T): Promise<Usage>
}

export interface AskOptions {
  readonly policy: AttemptPolicy
  readonly timers: CallTimers
}

/**
 * Puts a question to one target after the other, reserving its tokens once.
 * @throws ApiError of the caller's own mistake at once, else what all the failures amount to
 */
export async function askOnce<T extends AnyTarget, Prepared, Answer>(
  targets: Iterable<T | ApiError>,
  call: Call,
  { policy, timers }: AskOptions,
  question: Question<T, Prepared, Answer>,
): Promise<Attempted<T, Answer>> {
  let asked: T | null = null
  // oxlint-disable-next-line require-yield -- a plain answer has nothing to say while it waits
  async function* run(target: T): AsyncGenerator<never, Answer> {
    const prepared = await question.prepare(target)
    if (asked === null) call.reserve(() => question.guessTokens())
    asked = target
    return question.ask(target, prepared, toAttemptOptions(target, call, timers, timers.plainMs))
  }
  try {
    const { value } = await attempt(targets, call, policy, run).next()
    return value
  } catch (error) {
    if (call.signal.aborted && asked !== null) call.meter(await question.estimate(asked), { estimated: true })
    throw error
  }
}
