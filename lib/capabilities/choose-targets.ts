import { ApiError } from '#lib/errors.ts'
import type { AnyTarget } from './any-target.ts'
import type { RequestContext } from './request-context.ts'

/** The public ids that a request names, in the order in which they are asked. */
export interface NamedModels {
  readonly model: string
  readonly models?: readonly string[] | null | undefined
}

/**
 * Whom to ask, in order: `model`, the request's `models`, then the fallbacks that the operator configured.
 * Named ones must be allowed for the key; a configured one that is not is skipped.
 * @param resolve throws ApiError `model_not_found`, which then counts as a failed target
 * @throws ApiError `model_not_allowed`
 */
export function chooseTargets<T extends AnyTarget>(
  request: NamedModels,
  context: RequestContext,
  resolve: (publicId: string) => T,
): Iterable<T | ApiError> {
  const named = [request.model, ...(request.models ?? [])]
  for (const [at, id] of named.entries()) {
    if (context.caller.allows(id)) continue
    const message = `This key may not use the model \`${id}\`. Use another model, or ask for a key that may.`
    throw new ApiError('model_not_allowed', message, { param: at === 0 ? 'model' : `models.${at - 1}` })
  }
  return resolveInOrder(named, context, resolve)
}

function* resolveInOrder<T extends AnyTarget>(
  named: readonly string[],
  context: RequestContext,
  resolve: (publicId: string) => T,
): Generator<T | ApiError> {
  const queue = [...named]
  const seen = new Set<string>()
  for (const id of queue) {
    if (seen.has(id)) continue
    seen.add(id)
    if (!context.caller.allows(id)) continue
    const target = resolveOrError(id, resolve)
    if (!(target instanceof ApiError)) queue.push(...target.fallbacks)
    yield target
  }
}

function resolveOrError<T>(id: string, resolve: (publicId: string) => T): T | ApiError {
  try {
    return resolve(id)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
