import type { Model } from '#lib/contracts/api/models.ts'
import type { DefaultModels } from '#lib/contracts/api/search/answer-model.ts'
import type { ListedModel } from '#lib/providers/listed-model.ts'
import { catalogInUse } from '#lib/prices/catalog.ts'
import { isOn, type ModelSources } from '#lib/providers/registry/find-model.ts'
import { isModelKind, type ModelEntry } from '#lib/providers/registry/model-entry.ts'
import type { Provider } from '#lib/providers/registry/provider.ts'
import { lastRetirement, replacementOf } from '#lib/providers/registry/retirement.ts'
import { catalogIdOf, describePrice, type PricedModel } from '#lib/providers/registry/target-price.ts'
import { toPublicId } from './model-lists.ts'
import { extractiveModel, publicModels } from './public-models.ts'

interface ListOptions {
  /** Adds models that could be downloaded or configured. */
  readonly all: boolean
  /** Adds models that admins disabled. */
  readonly off?: boolean
  readonly defaults: DefaultModels
}

type ListedPrice = Omit<PricedModel, 'publicId' | 'provider'> &
  Pick<ModelEntry, 'deployments'> & { readonly provider: Provider | undefined }

/** Models that can be used now, and more on request. */
export async function listModels(
  { configured, providers, lists, overrides, aliases }: ModelSources,
  { all, off = false, defaults }: ListOptions,
): Promise<Model[]> {
  const toDeployments = (
    id: string,
    { deployments, ...model }: ListedPrice,
    facts: Omit<ListedModel, 'id'>,
  ) => {
    const own = configured.has(id) ? deployments : overrides.get(id)?.deployments
    return (
      own?.map(each => ({ provider: providers.get(each.provider), upstreamId: each.upstream })) ?? [
        { ...model, facts },
      ]
    )
  }
  const found = new Map<string, Model>()
  const add = (
    id: string,
    ownedBy: string,
    listed: Omit<ListedModel, 'id'>,
    pricing: ListedPrice | null = null,
  ): void => {
    if (found.has(id) || !(off || isOn(overrides, id))) return
    const { state: _state, ...rest } = listed
    const override = overrides.get(id)
    const capabilities = pricing === null ? null : catalogCapabilities({ ...pricing, publicId: id })
    const contextWindow =
      configured.get(id)?.context ??
      override?.contextTokens ??
      listed.contextWindow ??
      capabilities?.contextWindow
    const deployments = pricing === null ? [] : toDeployments(id, pricing, listed)
    const retires = deployments.length === 0 ? undefined : lastRetirement(deployments)
    const facts = { ...(all ? listed : rest), contextWindow, ...(retires !== undefined && { retires }) }
    const price = pricing?.price ?? override?.price ?? undefined
    const priced = pricing && describePrice({ ...pricing, publicId: id, price }, Date.now())
    found.set(id, {
      ...toModel(id, ownedBy, facts, priced),
      ...capabilities?.fields,
      ...toProviderFields(deployments),
      ...(retires !== undefined && toSuccessorField(deployments)),
    })
  }
  /** A model of a provider whose list does not have it. @returns undefined: it cannot be used */
  const unlisted = (id: string): Model | undefined => {
    const slash = id.indexOf('/')
    const provider = providers.get(id.slice(0, slash))
    if (slash === -1 || provider === undefined || provider.id === 'local') return undefined
    const pricing = { provider, upstreamId: id.slice(slash + 1) }
    const catalogId = catalogIdOf({ ...pricing, publicId: id })
    const kind = (catalogId === undefined ? undefined : catalogInUse().find(catalogId)?.entry.kind) ?? 'chat'
    if (!isModelKind(kind) || !answers(provider, kind)) return undefined
    add(id, provider.id, { kind }, pricing)
    const model = found.get(id)
    found.delete(id)
    return model
  }
  for (const entry of configured.values()) {
    const { id, provider, upstream, kind, input, context, dimensions } = entry
    const known = providers.get(provider)?.known?.find(model => model.id === upstream)
    const listed = {
      kind,
      input,
      contextWindow: context ?? known?.contextWindow,
      dimensions: dimensions ?? known?.dimensions,
      dimensionsAdjustable: known?.dimensionsAdjustable,
      state: 'ready',
    } as const
    const pricing = { ...entry, provider: providers.get(provider), upstreamId: upstream }
    const deployedAt = entry.deployments?.map(each => each.provider) ?? [provider]
    if (all || deployedAt.some(each => answers(providers.get(each), kind))) add(id, provider, listed, pricing)
  }
  for (const { id, provider, model } of publicModels) {
    const pricing = { provider: providers.get(provider), upstreamId: model.id }
    if (answers(pricing.provider, model.kind)) add(id, provider, { ...model, state: 'ready' }, pricing)
  }
  const read = [...providers.values()].map(async provider => ({
    provider,
    models: await lists.read(provider),
  }))
  for (const { provider, models } of await Promise.all(read)) {
    for (const { state = 'ready', ...model } of models) {
      const ready = state === 'ready' && answers(provider, model.kind)
      const pricing = { provider, upstreamId: model.id }
      if (all || ready) add(toPublicId(provider.id, model.id), provider.id, { ...model, state }, pricing)
    }
  }
  for (const [alias, id] of aliases) {
    const model = found.get(id) ?? unlisted(id)
    if (model !== undefined && !found.has(alias)) found.set(alias, { ...model, id: alias, alias_of: id })
  }
  if (providers.has('local')) add(extractiveModel, 'local', { kind: 'web', state: 'ready' })
  if (!all) return [...found.values()]
  for (const [kind, id] of Object.entries(defaults)) {
    // No list has it while its provider is unavailable, and it is still the default.
    if (isModelKind(kind)) add(id, id.split('/')[0] ?? '', { kind })
  }
  for (const { id, provider, model } of publicModels) {
    if (!providers.has(provider)) add(id, provider, { ...model, state: 'not_configured' })
  }
  return found
    .values()
    .map(model => (defaults[model.type] === model.id ? { ...model, default: true as const } : model))
    .toArray()
}

/** Facts of the catalog about the model; it has none of a name of the operator's own. */
function catalogCapabilities(model: PricedModel): {
  readonly contextWindow: number | undefined
  readonly fields: Pick<Model, 'max_output_tokens' | 'tools' | 'reasoning'>
} | null {
  const id = catalogIdOf(model)
  const entry = id === undefined ? undefined : catalogInUse().find(id)?.entry
  if (entry === undefined) return null
  const { context, maxOutput, tools, reasoning } = entry
  return {
    contextWindow: context ?? undefined,
    fields: {
      ...(typeof maxOutput === 'number' && { max_output_tokens: maxOutput }),
      ...(tools === true && { tools }),
      ...(reasoning === true && { reasoning }),
    },
  }
}

type ListedDeployment = Parameters<typeof lastRetirement>[0][number] & {
  readonly provider: Provider | undefined
}

/** All providers that receive the requests, if they are several. */
function toProviderFields(deployments: readonly ListedDeployment[]): Pick<Model, 'providers'> {
  const names = [...new Set(deployments.flatMap(({ provider }) => provider?.id ?? []))]
  return names.length > 1 ? { providers: names } : {}
}

function toSuccessorField(deployments: readonly ListedDeployment[]): Pick<Model, 'successor'> {
  for (const { provider, upstreamId } of deployments) {
    const replacement = replacementOf({ provider, upstreamId })
    if (provider !== undefined && replacement !== undefined) {
      return { successor: toPublicId(provider.id, replacement) }
    }
  }
  return {}
}

/** Whether the provider serves models of this kind. */
function answers(provider: Provider | undefined, kind: ListedModel['kind']): boolean {
  switch (kind) {
    case 'chat':
      return provider?.language !== undefined
    case 'embeddings':
      return provider?.embedding !== undefined
    case 'rerank':
      return provider?.reranking !== undefined
    case 'speech':
      return provider?.upstream !== undefined
    case 'web':
      return false
  }
}

function toModel(
  id: string,
  ownedBy: string,
  listed: Omit<ListedModel, 'id'>,
  pricing: Model['pricing'] | null,
): Model {
  const { kind, contextWindow, dimensions, dimensionsAdjustable, input, promptTokensPerSecond, state } =
    listed
  const { retires } = listed
  return {
    id,
    object: 'model',
    created: 0,
    owned_by: ownedBy,
    type: kind,
    ...(dimensions !== undefined && { dimensions }),
    ...(dimensionsAdjustable !== undefined && { dimensions_adjustable: dimensionsAdjustable }),
    ...(contextWindow !== undefined && { context_window: contextWindow }),
    ...(kind !== 'web' && { capabilities: [kind] }),
    ...(input !== undefined && { input: [...input] }),
    ...toPriceFields(pricing),
    ...(retires !== undefined && { shutdown_date: retires }),
    ...(promptTokensPerSecond !== undefined && { prompt_tokens_per_second: promptTokensPerSecond }),
    ...(state !== undefined && { state }),
  }
}

/** Only tokens have a price in the older field, which clients compare. */
function toPriceFields(pricing: Model['pricing'] | null): Pick<Model, 'price' | 'pricing'> {
  if (pricing === null || pricing === undefined) return {}
  const { input, output } = pricing.rates ?? {}
  if (input === undefined && output === undefined) return { pricing }
  return { price: { input: input ?? 0, output: output ?? 0 }, pricing }
}
