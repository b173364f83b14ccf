import { resolveOrError } from '#lib/capabilities/choose-targets.ts'
import type { Caller } from '#lib/capabilities/request-context.ts'
import { ApiError } from '#lib/errors.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { RequestEnvelope } from '#lib/providers/transport/request-envelope.ts'

/** Decides about the models that a provider may use beside the requested one. */
export interface OtherModelRules {
  readonly caller: Pick<Caller, 'allows' | 'allowsAll'>
  readonly providerId: string
  /** The public id that a name in the request stands for. */
  readonly toPublicId: (name: string) => string
  /** @throws ApiError `model_not_found` */
  readonly resolve: (publicId: string) => ChatTarget
}

/**
 * The provider's names of the fallbacks and the models of tools: a request names public ids, which may be other models
 * at the provider. Fallbacks of other providers are null, because only Sextant can use them.
 * @throws ApiError `model_not_allowed` for a model that the key's list cannot be compared with
 */
export function toUpstreamNames(
  envelope: RequestEnvelope,
  rules: OtherModelRules,
): ReadonlyMap<string, string | null> {
  const { fallbacks, toolModels } = envelope
  const { caller } = rules
  const names = new Map<string, string | null>()
  if (fallbacks === 'default') {
    if (!caller.allowsAll) throw notAllowed('fallbacks', fallbacks)
  } else {
    for (const { model } of fallbacks) if (model !== null) names.set(model, upstreamNameOf(model, rules))
  }
  for (const [index, model] of toolModels.entries()) {
    if (model === null) continue
    const name = upstreamNameOf(model, rules)
    const isAllowed = caller.allowsAll || (name !== null && caller.allows(rules.toPublicId(model)))
    if (!isAllowed) throw notAllowed(`tools.${index}.model`, model)
    names.set(model, name ?? model)
  }
  return names
}

/** @returns null: the provider does not have the model, or has a model of this name that the key may not use */
function upstreamNameOf(
  name: string,
  { caller, providerId, resolve, toPublicId }: OtherModelRules,
): string | null {
  const target = resolveOrError(toPublicId(name), resolve)
  if (!(target instanceof ApiError)) return target.providerId === providerId ? target.model.modelId : null
  return caller.allowsAll ? name : null
}

function notAllowed(param: string, model: string): ApiError {
  const message = `This key allows only some models, and \`${param}\` lets the provider use \`${model}\`. Name models that the key allows.`
  return new ApiError('model_not_allowed', message, { param })
}
