import type { Model } from '#lib/contracts/models.ts'
import type { ListedModel } from './listed-model.ts'
import { toPublicId } from './model-lists.ts'
import type { Provider } from './provider.ts'
import { extractiveModel, publicModels } from './public-models.ts'
import type { ModelSources } from './find-model.ts'
import { isOn } from './model-override.ts'

export interface ListOptions {
  /** Also what could be fetched or configured. */
  readonly all: boolean
  /** Also what administrators switched off. */
  readonly off?: boolean
  /** Public ids that are the usual choice of their kind. */
  readonly defaults: ReadonlySet<string>
}

/** What would answer now, and more if asked for. */
export async function listAllModels(
  { configured, providers, lists, overrides }: ModelSources,
  { all, off = false, defaults }: ListOptions,
): Promise<Model[]> {
  const found = new Map<string, Model>()
  const add = (
    id: string,
    ownedBy: string,
    listed: Omit<ListedModel, 'id'>,
    price?: Model['price'],
  ): void => {
    if (found.has(id) || !(off || isOn(overrides, id))) return
    const { state: _state, ...rest } = listed
    const override = overrides.get(id)
    const contextWindow = configured.get(id)?.context ?? override?.contextTokens ?? listed.contextWindow
    const facts = { ...(all ? listed : rest), contextWindow }
    found.set(id, toModel(id, ownedBy, facts, price ?? override?.price ?? undefined))
  }
  for (const { id, provider, upstream, kind, input, context, dimensions, price } of configured.values()) {
    const known = providers.get(provider)?.known?.find(model => model.id === upstream)
    const listed = {
      kind,
      input,
      contextWindow: context ?? known?.contextWindow,
      dimensions: dimensions ?? known?.dimensions,
      dimensionsAdjustable: known?.dimensionsAdjustable,
      state: 'ready',
    } as const
    if (all || answers(providers.get(provider), kind)) add(id, provider, listed, price)
  }
  for (const { id, provider, model } of publicModels) {
    if (answers(providers.get(provider), model.kind)) add(id, provider, { ...model, state: 'ready' })
  }
  const read = [...providers.values()].map(async provider => ({
    provider,
    models: await lists.read(provider),
  }))
  for (const { provider, models } of await Promise.all(read)) {
    for (const { state = 'ready', ...model } of models) {
      const ready = state === 'ready' && answers(provider, model.kind)
      if (all || ready) add(toPublicId(provider.id, model.id), provider.id, { ...model, state })
    }
  }
  if (providers.has('local')) add(extractiveModel, 'local', { kind: 'web', state: 'ready' })
  if (!all) return [...found.values()]
  for (const { id, provider, model } of publicModels) {
    if (!providers.has(provider)) add(id, provider, { ...model, state: 'not_configured' })
  }
  return found
    .values()
    .map(model => (defaults.has(model.id) ? { ...model, default: true as const } : model))
    .toArray()
}

/** Whether this build can put the kind to work with this provider. */
function answers(provider: Provider | undefined, kind: ListedModel['kind']): boolean {
  switch (kind) {
    case 'chat':
      return provider?.language !== undefined
    case 'embeddings':
      return provider?.embedding !== undefined
    case 'rerank':
      return provider?.reranking !== undefined
    case 'speech':
      return provider?.speech !== undefined
    case 'web':
      return false
  }
}

function toModel(
  id: string,
  ownedBy: string,
  listed: Omit<ListedModel, 'id'>,
  price?: Model['price'],
): Model {
  const { kind, contextWindow, dimensions, dimensionsAdjustable, input, promptTokensPerSecond, state } =
    listed
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
    ...(price !== undefined && { price }),
    ...(promptTokensPerSecond !== undefined && { prompt_tokens_per_second: promptTokensPerSecond }),
    ...(state !== undefined && { state }),
  }
}
