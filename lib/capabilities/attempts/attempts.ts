import type { AnyTarget } from '#lib/providers/registry/target.ts'
import type { AttemptPolicy } from './attempt-policy.ts'
import { type Attempt, type AttemptContext, type Attempted, AttemptSeries } from './attempt-series.ts'
import type { TargetQueue } from './choose-targets.ts'

// How a request finds its model: `chooseTargets` lists the targets in order, `attempt` tries each of them, retries
// transient failures and skips targets whose circuit is open. A model with several deployments is one target, of which
// `DeploymentChoice` chooses one for each attempt. `attemptPlain` does so for a response in one piece, and
// `attemptOnce` for capabilities that answer only so.

/**
 * Tries the targets in order until one commits. Items that `run` yields while waiting are passed on.
 * @param beginning identifies the conversation where the client names no session
 * @throws ApiError for a client error at once, else the summary of all failures
 */
export async function* attempt<T extends AnyTarget, Waiting, Value>(
  targets: TargetQueue<T>,
  context: AttemptContext,
  policy: AttemptPolicy,
  run: (attempt: Attempt<T>) => AsyncGenerator<Waiting, Value>,
  beginning: () => string | null = noBeginning,
): AsyncGenerator<Waiting, Attempted<T, Value>> {
  const series = new AttemptSeries(targets, context, policy, { beginning, streams: true })
  for (let one = series.next(); one !== null; one = series.next()) {
    let committed = false
    try {
      if (one.needsPlace) await one.takePlace()
      const value = yield* run(one)
      committed = true
      return series.succeeded(one, value)
    } catch (error) {
      await series.failed(one, error)
    } finally {
      if (!committed) one.circuit.left()
    }
  }
  throw series.error()
}

/** The same for a response in one piece: without a generator it takes a fraction of the CPU. */
export async function attemptPlain<T extends AnyTarget, Value>(
  targets: TargetQueue<T>,
  context: AttemptContext,
  policy: AttemptPolicy,
  run: (attempt: Attempt<T>) => Promise<Value>,
  beginning: () => string | null = noBeginning,
): Promise<Attempted<T, Value>> {
  const series = new AttemptSeries(targets, context, policy, { beginning, streams: false })
  for (let one = series.next(); one !== null; one = series.next()) {
    try {
      if (one.needsPlace) await one.takePlace()
      return series.succeeded(one, await run(one))
    } catch (error) {
      await series.failed(one, error)
    }
  }
  throw series.error()
}

const noBeginning = () => null
