import { ApiError } from '#lib/errors.ts'
import type { ChatRequest } from '#lib/contracts/chat.ts'
import type { Call } from './call.ts'
import type { ChatTarget } from '#lib/engines/language/chat-target.ts'
import type { ChatModels } from './chat-models.ts'

/**
 * Whom to ask, in order: `model`, the request's `models`, then the fallbacks that the operator configured.
 * Named ones must be allowed for the key; a configured one that is not is skipped.
 * @throws ApiError `model_not_allowed`
 */
export function chatTargets(
  input: ChatRequest,
  call: Call,
  models: ChatModels,
): Iterable<ChatTarget | ApiError> {
  const named = [input.model, ...(input.models ?? [])]
  for (const [at, id] of named.entries()) {
    if (call.allows(id)) continue
    const message = `This key may not use the model \`${id}\`. Use another model, or ask for a key that may.`
    throw new ApiError('model_not_allowed', message, { param: at === 0 ? 'model' : `models.${at - 1}` })
  }
  return resolveInOrder(named, call, models)
}

function* resolveInOrder(
  named: readonly string[],
  call: Call,
  models: ChatModels,
): Generator<ChatTarget | ApiError> {
  const queue = [...named]
  const seen = new Set<string>()
  for (const id of queue) {
    if (seen.has(id)) continue
    seen.add(id)
    if (!call.allows(id)) continue
    const target = resolve(id, models)
    if (!(target instanceof ApiError)) queue.push(...target.fallbacks)
    yield target
  }
}

function resolve(id: string, models: ChatModels): ChatTarget | ApiError {
  try {
    return models.resolve(id)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
