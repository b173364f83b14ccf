import { resolveOrError } from '#lib/capabilities/attempts/choose-targets.ts'
import type { ChatOptions } from '#lib/capabilities/chat/chat-options.ts'
import type { Caller, RequestContext } from '#lib/capabilities/request-context.ts'
import { ApiError } from '#lib/errors.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'
import { isString, textAhead, visitMembers, visitWithin } from './find-member.ts'
import { definedTool } from './hidden-tokens.ts'
import type { AnyCall } from './format-call.ts'

/** Decides about the models that a provider may use beside the requested one. */
interface OtherModelRules {
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
  call: AnyCall,
  { providerId }: ChatTarget,
  { caller }: RequestContext,
  { models }: ChatOptions,
): ReadonlyMap<string, string | null> {
  const { envelope } = call
  const { fallbacks, toolModels } = envelope
  const rules: OtherModelRules = {
    caller,
    providerId,
    toPublicId: name => call.toPublicId(name),
    resolve: id => models.resolve(id),
  }
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
  if (!caller.allowsAll) {
    refuseUnnamed(envelope)
    refuseDefined(envelope)
  }
  return names
}

/** The model of a tool that is defined within the conversation is not replaced by the provider's name. */
function refuseDefined(envelope: RequestEnvelope): void {
  const { bytes } = envelope
  // A value with escaped characters is the same value.
  if (!bytes.includes('tool_definition') && !bytes.includes('\\u00')) return
  visitMembers(envelope, (owner, name, walker) => {
    if (name !== 'model' || !owner.endsWith(definedTool) || !isString(walker.peek())) return
    throw notAllowed(`${owner}.model`, textAhead(walker))
  })
}

/** Without a model in the tool, the provider chooses one. */
function refuseUnnamed(envelope: RequestEnvelope): void {
  const { bytes, toolModels } = envelope
  // A value with escaped characters is the same value.
  if (!bytes.includes(imageTool) && !bytes.includes('\\u00')) return
  const named = new Set(toolModels.flatMap((model, index) => (model === null ? [] : [`tools.${index}`])))
  const unnamed: string[] = []
  visitWithin(envelope, 'tools', ownMembers, (owner, name, walker) => {
    if (name !== 'type' || named.has(owner) || !isString(walker.peek())) return
    if (textAhead(walker) === imageTool) unnamed.push(`${owner}.model`)
  })
  const [param] = unnamed
  if (param === undefined) return
  const message = `This key allows only some models, and without \`${param}\` the provider chooses one. Name a model that the key allows.`
  throw new ApiError('model_not_allowed', message, { param })
}

const imageTool = 'image_generation'
// Schemas and arguments are the client's own: their members are names.
const ownMembers: ReadonlySet<string> = new Set(['parameters', 'format', 'input_schema'])

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
