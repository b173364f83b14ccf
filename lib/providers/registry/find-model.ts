import {
  answersSearchesOnly,
  notConfigured,
  switchedOff,
  unknownModel,
  wrongKind,
  type CallKind,
} from './model-errors.ts'
import type { ListedModel } from '#lib/providers/listed-model.ts'
import type { ModelEntry } from './model-entry.ts'
import { toPublicId, type ModelLists } from './listing/model-lists.ts'
import { knownProviders } from '#lib/known-providers.ts'
import type { Provider } from './provider.ts'
import { extractiveModel, publicModels, webModels } from './listing/public-models.ts'
import type { OperatorPrice } from '#lib/prices/operator-price.ts'

/** The target of a public id. */
export interface FoundModel {
  readonly publicId: string
  readonly provider: Provider
  readonly upstreamId: string
  /** Known facts; none for most models of a provider. */
  readonly facts: Partial<Omit<ListedModel, 'id' | 'kind'>>
  readonly price?: ModelEntry['price'] | undefined
  readonly priceOf?: string | undefined
  readonly fallbacks: readonly string[]
  /** Whether it is in the configuration or in a list, so that its name is not a client's invention. */
  readonly listed: boolean
  /** Where there are several ways to the model. */
  readonly deployments?: ModelEntry['deployments']
  readonly routing?: ModelEntry['routing']
}

/** Where ids are looked up. */
export interface ModelSources {
  readonly providers: ReadonlyMap<string, Provider>
  readonly configured: ReadonlyMap<string, ModelEntry>
  readonly lists: ModelLists
  readonly overrides: ModelOverrides
  /** Public ids by other names for them. */
  readonly aliases: ReadonlyMap<string, string>
}

/**
 * Resolves a public id: a configured model, a public id without a fixed server, or `provider/model`. An alias stands
 * for one of them.
 * @throws ApiError `model_not_found` with how to get the model, where to use it, or similar ids
 */
export function findModel(named: string, kind: CallKind, sources: ModelSources): FoundModel {
  const publicId = sources.aliases.get(named) ?? named
  const found = lookUp(publicId, kind, sources)
  const override = sources.overrides.get(publicId)
  if (override === undefined) return found
  if (!override.enabled) throw switchedOff(publicId)
  // The configuration takes precedence: the console cannot change it.
  const contextWindow =
    sources.configured.get(publicId)?.context ?? override.contextTokens ?? found.facts.contextWindow
  const { deployments = sources.configured.has(publicId) ? undefined : override.deployments } = found
  return {
    ...found,
    ...(deployments && { deployments }),
    listed: true,
    facts: { ...found.facts, contextWindow },
    price: found.price ?? override.price ?? undefined,
    fallbacks: found.fallbacks.length > 0 ? found.fallbacks : (override.fallbacks ?? []),
  }
}

/** The public ID of a model that is in the configuration or in a list. @returns null: it may be a client's invention */
export function findListedId(named: string, sources: ModelSources): string | null {
  const { aliases, configured, overrides, providers, lists } = sources
  const publicId = aliases.get(named) ?? named
  const isNamed = publicId !== named || configured.has(publicId) || overrides.has(publicId)
  if (isNamed || publicModels.some(({ id }) => id === publicId)) return publicId
  const provider = providers.get(publicId.slice(0, Math.max(0, publicId.indexOf('/'))))
  if (provider === undefined) return null
  const isIt = ({ id }: { readonly id: string }) => toPublicId(provider.id, id) === publicId
  return provider.known?.some(isIt) === true || lists.latest(provider).some(isIt) ? publicId : null
}

function lookUp(publicId: string, kind: CallKind, sources: ModelSources): FoundModel {
  const { providers, configured } = sources
  const entry = configured.get(publicId)
  if (entry !== undefined) return fromEntry(entry, kind, sources)
  if (publicId === extractiveModel) throw answersSearchesOnly(publicId)
  if (webModels.includes(publicId)) throw wrongKind(publicId, kind, 'web')
  const named = publicModels.find(model => model.id === publicId)
  if (named !== undefined) {
    const provider = providers.get(named.provider)
    if (provider === undefined) throw notConfigured(publicId, named.provider)
    const { model } = named
    if (model.kind !== kind) throw wrongKind(publicId, kind, model.kind)
    return { publicId, provider, upstreamId: model.id, facts: model, fallbacks: [], listed: true }
  }
  const slash = publicId.indexOf('/')
  const providerId = slash === -1 ? '' : publicId.slice(0, slash)
  const provider = providers.get(providerId)
  if (provider !== undefined && slash < publicId.length - 1) {
    return fromList(publicId, kind, provider, publicId.slice(slash + 1), sources.lists)
  }
  if (knownProviders.some(known => known.id === providerId)) throw notConfigured(publicId, providerId)
  throw unknownModel(publicId, knownIds(sources))
}

function fromEntry(entry: ModelEntry, kind: CallKind, { providers }: ModelSources): FoundModel {
  if (entry.kind !== kind) throw wrongKind(entry.id, kind, entry.kind)
  const { provider: providerId, upstream } =
    entry.deployments?.find(deployment => providers.has(deployment.provider)) ?? entry
  const provider = providers.get(providerId)
  if (provider === undefined) throw notConfigured(entry.id, entry.provider)
  const { id, input, context, dimensions, price, priceOf, fallbacks, deployments, routing } = entry
  const known = provider.known?.find(model => model.id === upstream)
  const facts = {
    input,
    contextWindow: context ?? known?.contextWindow,
    dimensions: dimensions ?? known?.dimensions,
    dimensionsAdjustable: known?.dimensionsAdjustable,
  }
  return {
    publicId: id,
    provider,
    upstreamId: upstream,
    facts,
    price,
    priceOf,
    fallbacks,
    listed: true,
    ...(deployments && { deployments }),
    ...(routing && { routing }),
  }
}

function fromList(
  publicId: string,
  kind: CallKind,
  provider: Provider,
  name: string,
  lists: ModelLists,
): FoundModel {
  // The catalog ids of the embedded engine already carry the prefix.
  const upstreamId = provider.id === 'local' ? publicId : name
  const listed = lists.latest(provider).find(model => toPublicId(provider.id, model.id) === publicId)
  const known = provider.known?.find(model => model.id === upstreamId)
  const said = known ?? (listed?.kindGuessed === true ? undefined : listed)
  if (said !== undefined && said.kind !== kind) throw wrongKind(publicId, kind, said.kind)
  const facts = { ...listed, ...known }
  return { publicId, provider, upstreamId, facts, fallbacks: [], listed: (known ?? listed) !== undefined }
}

function knownIds({ providers, configured, lists, overrides, aliases }: ModelSources): string[] {
  const listed = providers
    .values()
    .flatMap(provider => lists.latest(provider).map(model => toPublicId(provider.id, model.id)))
  const all = [...configured.keys(), ...aliases.keys(), ...publicModels.map(model => model.id), ...listed]
  return all.filter(id => isOn(overrides, id))
}

/** Console settings of one model; null: defaults of its provider or the configuration. */
export interface ModelOverride {
  readonly enabled: boolean
  readonly price: OperatorPrice | null
  readonly contextTokens: number | null
  /** Public ids tried after it. */
  readonly fallbacks: readonly string[] | null
  /** Several ways to the model. */
  readonly deployments?: ModelEntry['deployments'] | null
}

/** By public id. */
export type ModelOverrides = ReadonlyMap<string, ModelOverride>

/** Whether a model is enabled; the default is yes. */
export function isOn(overrides: ModelOverrides, publicId: string): boolean {
  return overrides.get(publicId)?.enabled !== false
}
