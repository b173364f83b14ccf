import { ApiError } from '#lib/errors.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import type { Caller } from '#lib/capabilities/request-context.ts'

/** The public ids that a request names, in the order in which they are tried. */
export interface NamedModels {
  readonly model: string
  readonly models?: readonly string[] | null | undefined
}

/** The targets of a request in order, each resolved when it is needed; an error among them is a failed target. */
export interface TargetQueue<T extends AnyTarget> {
  /** @returns null: there is no other */
  next(): T | ApiError | null
  /** Whether a target follows that can be resolved. */
  hasTarget(): boolean
}

/**
 * The targets of a request: `model`, the request's `models`, then the fallbacks that the operator configured. The key
 * must allow the requested ones; fallbacks that it does not allow are skipped.
 * @param resolve throws ApiError `model_not_found`, which then counts as a failed target
 * @throws ApiError `model_not_allowed`
 */
export function chooseTargets<T extends AnyTarget>(
  request: NamedModels,
  caller: Pick<Caller, 'allows'>,
  resolve: (publicId: string) => T,
): TargetQueue<T> {
  const named = [request.model, ...(request.models ?? [])]
  for (const [index, id] of named.entries()) {
    if (caller.allows(id)) continue
    const message = `This key does not allow the model \`${id}\`. Use another model or key.`
    throw new ApiError('model_not_allowed', message, {
      param: index === 0 ? 'model' : `models.${index - 1}`,
    })
  }
  return new ResolvedInOrder(named, caller, resolve)
}

/**
 * The models of a conversation, with the default model of the key instead of an unknown one: agents ask for models of
 * their vendor, for instance for titles.
 */
export function orDefaultModel(
  request: NamedModels,
  { defaultModel }: Pick<Caller, 'defaultModel'>,
  resolve: (publicId: string) => AnyTarget,
): NamedModels {
  if (defaultModel === null) return request
  const found = resolveOrError(request.model, resolve)
  const isUnknown = found instanceof ApiError && found.code === 'model_not_found'
  return isUnknown ? { model: defaultModel, models: request.models } : request
}

// A class and no generator: one is used for every request.
class ResolvedInOrder<T extends AnyTarget> implements TargetQueue<T> {
  readonly #ids: string[]
  readonly #seen = new Set<string>()
  readonly #caller: Pick<Caller, 'allows'>
  readonly #resolve: (publicId: string) => T
  readonly #ahead: (T | ApiError)[] = []
  #at = 0

  constructor(ids: string[], caller: Pick<Caller, 'allows'>, resolve: (publicId: string) => T) {
    this.#ids = ids
    this.#caller = caller
    this.#resolve = resolve
  }

  next(): T | ApiError | null {
    return this.#ahead.shift() ?? this.#resolveNext()
  }

  hasTarget(): boolean {
    while (!this.#ahead.some(target => !(target instanceof ApiError))) {
      const next = this.#resolveNext()
      if (next === null) return false
      this.#ahead.push(next)
    }
    return true
  }

  #resolveNext(): T | ApiError | null {
    // Grows while it is read: a resolved model adds its fallbacks, which may name an earlier one again.
    for (let id = this.#ids[this.#at]; id !== undefined; id = this.#ids[this.#at]) {
      this.#at++
      if (this.#seen.has(id) || !this.#caller.allows(id)) continue
      this.#seen.add(id)
      const target = resolveOrError(id, this.#resolve)
      if (!(target instanceof ApiError)) this.#ids.push(...target.fallbacks)
      return target
    }
    return null
  }
}

/** The target of a public id, or why there is none. */
export function resolveOrError<T>(id: string, resolve: (publicId: string) => T): T | ApiError {
  try {
    return resolve(id)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
