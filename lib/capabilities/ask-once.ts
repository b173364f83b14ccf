import type { Usage } from '#lib/contracts/api/usage.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { ApiError } from '#lib/errors.ts'
import type { AnyTarget } from './any-target.ts'
import { attempt } from './attempt.ts'
import type { AttemptPolicy } from './attempt-policy.ts'
import type { CallTimers } from './call-timers.ts'
import type { RequestContext } from './request-context.ts'
import { costNanos } from './cost.ts'
import { CostHold } from './cost-hold.ts'
import { toAttemptOptions } from './to-attempt-options.ts'

/** What a call with one whole answer asks of its targets. */
export interface Question<T extends AnyTarget, Prepared, Answer> {
  /** The request as this target takes it. @throws ApiError for what it cannot take */
  prepare(target: T): Prepared | Promise<Prepared>
  /** A quick upper guess, for the limits of the key. */
  guessTokens(prepared: Prepared, target: T): number
  ask(prepared: Prepared, target: T, options: AttemptOptions): Promise<Answer>
  /** What is billed when the caller leaves before the answer: the work was done all the same. */
  estimate(prepared: Prepared, target: T): Promise<Usage>
}

interface Asked<T extends AnyTarget, Prepared> {
  readonly target: T
  readonly prepared: Prepared
}

/** Who answered, what it was asked, and what it said. */
export interface Answered<T extends AnyTarget, Prepared, Answer> extends Asked<T, Prepared> {
  readonly answer: Answer
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
  context: RequestContext,
  { policy, timers }: AskOptions,
  question: Question<T, Prepared, Answer>,
): Promise<Answered<T, Prepared, Answer>> {
  const asked: Asked<T, Prepared>[] = []
  const cost = new CostHold(context, policy.reportedCosts)
  const ask = async (target: T, asking: () => void): Promise<Answered<T, Prepared, Answer>> => {
    const prepared = await question.prepare(target)
    if (asked.length === 0) context.limits.reserve(() => question.guessTokens(prepared, target))
    await cost.raise(target, () => costNanos(question.guessTokens(prepared, target), 0, target))
    asked.push({ target, prepared })
    asking()
    const options = toAttemptOptions(target, context, timers, timers.plainMs)
    return { target, prepared, answer: await question.ask(prepared, target, options) }
  }
  try {
    const { value } = await attempt(targets, context, policy, (target, asking) =>
      run(() => ask(target, asking)),
    ).next()
    return value.value
  } catch (error) {
    const last = asked.at(-1)
    if (context.signal.aborted && last !== undefined) {
      context.usage.meter(await question.estimate(last.prepared, last.target), { estimated: true })
    }
    throw error
  }
}

// Of the module for the reason given in `chat-generate.ts`.
// oxlint-disable-next-line require-yield -- a plain answer has nothing to say while it waits
async function* run<Value>(ask: () => Promise<Value>): AsyncGenerator<never, Value> {
  return ask()
}
