import type { ChargedUsage } from '#lib/capabilities/chat/chat-usage.ts'
import { CostReservation, costNanos, exactly } from '#lib/capabilities/cost.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { UnitCounts } from '#lib/prices/units.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { type CallTimers, toAttemptOptions } from './attempt-options.ts'
import type { AttemptPolicy } from './attempt-policy.ts'
import type { Attempt } from './attempt-series.ts'
import { attemptPlain } from './attempts.ts'
import type { TargetQueue } from './choose-targets.ts'

export interface UnaryOptions {
  readonly policy: AttemptPolicy
  readonly timers: CallTimers
}

/** The most that a request may use. */
export interface InputBound {
  readonly tokens: number
  /** Tokens of the answer; absent: it has none. */
  readonly outputTokens?: number
  /** Further units of which the target may have a price. */
  readonly units?: UnitCounts
}

/** Steps of a capability without streaming. */
export interface UnaryCall<T extends AnyTarget, Prepared, Answer> {
  /** The request in this target's format. @throws ApiError for unsupported parameters */
  prepare(target: T): Prepared | Promise<Prepared>
  /** A quick upper estimate, for the limits of the key. */
  guessTokens(prepared: Prepared, target: T): number
  /** More than any model counts, for budgets. */
  bound(prepared: Prepared, target: T): InputBound
  /** A closer bound, which takes longer: for a budget that has less left. */
  boundClosely(prepared: Prepared, target: T): Promise<InputBound>
  send(prepared: Prepared, target: T, options: AttemptOptions): Promise<Answer>
  /**
   * Usage charged when the client disconnects before the response: the work was still done.
   * @param bound that a budget has reserved; null: no budget limits the request
   */
  estimate(prepared: Prepared, target: T, bound: InputBound | null): Promise<ChargedUsage>
}

interface Sent<T extends AnyTarget, Prepared> {
  readonly target: T
  readonly prepared: Prepared
  /** The one that was reserved: the provider may not report more. */
  readonly bound: InputBound
  readonly attempt: Pick<Attempt<T>, 'charged' | 'hasFailed'>
}

/** The target that answered, its request and its response. */
export interface Answered<T extends AnyTarget, Prepared, Answer> extends Sent<T, Prepared> {
  readonly answer: Answer
}

/**
 * Tries the targets in order, and reserves the tokens once.
 * @throws ApiError for a client error at once, else the summary of all failures
 */
export async function attemptOnce<T extends AnyTarget, Prepared, Answer>(
  targets: TargetQueue<T>,
  context: RequestContext,
  { policy, timers }: UnaryOptions,
  call: UnaryCall<T, Prepared, Answer>,
): Promise<Answered<T, Prepared, Answer>> {
  const sent: Sent<T, Prepared>[] = []
  let hasReserved = false
  const cost = new CostReservation(context, policy.reportedCosts)
  const sendTo = async (one: Attempt<T>): Promise<Answered<T, Prepared, Answer>> => {
    const { target } = one
    const prepared = await call.prepare(target)
    const reserved = hasReserved ? null : context.limits.reserve(() => call.guessTokens(prepared, target))
    if (reserved !== null) await reserved
    hasReserved = true
    let bound = call.bound(prepared, target)
    const estimate = (priced: T) =>
      exactly(costNanos(bound.tokens, bound.outputTokens ?? 0, priced, bound.units))
    const wait = cost.raise(target, estimate, async () => {
      bound = await call.boundClosely(prepared, target)
      return estimate(target)
    })
    if (wait !== null) await wait
    const promptTokens = sent.length === 0 ? call.guessTokens(prepared, target) : 0
    sent.push({ target, prepared, bound, attempt: one })
    one.start({ promptTokens, costNanos: cost.takeEstimate(target, estimate) })
    const options = toAttemptOptions(target, context, timers, 'plainMs')
    return { target, prepared, answer: await call.send(prepared, target, options), bound, attempt: one }
  }
  try {
    const { value, circuit } = await attemptPlain(targets, context, policy, sendTo)
    circuit.succeeded()
    return value
  } catch (error) {
    const last = sent.at(-1)
    if (context.signal.aborted && last?.attempt.hasFailed === false) {
      const reserved = context.budget.limits ? last.bound : null
      const { usage, charge } = await call.estimate(last.prepared, last.target, reserved)
      context.usage.meter(usage, { estimated: true, charge })
    }
    throw error
  }
}
