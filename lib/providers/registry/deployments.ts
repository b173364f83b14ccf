import type { FoundModel } from './find-model.ts'
import type { DeploymentEntry } from './model-entry.ts'
import { toPublicId } from './listing/model-lists.ts'
import type { Provider } from './provider.ts'
import type { Deployment } from './target.ts'

/** A model by one of its deployments. */
export interface FoundDeployment extends FoundModel {
  readonly deployment: Deployment
}

/**
 * The deployments of a model: each entry with each key of its provider.
 * @returns null: there is one way to the model, and nothing to choose or to count
 */
export function deploymentsOf(
  found: FoundModel,
  providers: ReadonlyMap<string, Provider>,
): readonly FoundDeployment[] | null {
  const { provider, upstreamId } = found
  if (found.deployments === undefined && provider.keys === undefined && provider.parallelMax === undefined)
    return null
  const only = { provider: provider.id, upstream: upstreamId, weight: 1, tier: 0 }
  const deployments = found.deployments ?? [only]
  return deployments.flatMap(each => {
    const deployedAt = each === only ? provider : providers.get(each.provider)
    return deployedAt === undefined ? [] : withEachKey(found, each, deployedAt)
  })
}

function withEachKey(found: FoundModel, each: DeploymentEntry, provider: Provider): FoundDeployment[] {
  const keys = provider.keys ?? [provider]
  const known = provider.known?.find(model => model.id === each.upstream)
  const facts = {
    ...found.facts,
    input: each.input ?? found.facts.input,
    contextWindow: each.context ?? found.facts.contextWindow ?? known?.contextWindow,
  }
  return keys.map(key => {
    const keyName = key.keyNumber === undefined ? provider.id : `${provider.id}#${key.keyNumber}`
    const deployment: Deployment = {
      name: toPublicId(keyName, each.upstream),
      keyName,
      key,
      // Another key is no reason for a larger share.
      weight: each.weight / keys.length,
      tier: each.tier,
      parallelMax: each.maxParallel ?? Infinity,
      parallelTotalMax: each.maxParallelTotal ?? Infinity,
      providerParallelMax: provider.parallelMax ?? Infinity,
      affinity: found.routing?.affinity !== 'off',
    }
    return {
      ...found,
      provider: key,
      upstreamId: each.upstream,
      facts,
      ...priceOf(found, each),
      deployment,
    }
  })
}

/** A deployment that names a price has no other. */
function priceOf(found: FoundModel, each: DeploymentEntry): Pick<FoundModel, 'price' | 'priceOf'> {
  const { price, priceOf: model } = each.price === undefined && each.priceOf === undefined ? found : each
  return { price, priceOf: model }
}
