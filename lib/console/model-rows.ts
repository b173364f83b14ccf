import 'server-only'
import type { Model } from '#lib/contracts/models.ts'
import { type ModelRow, type ModelRows, providerJobs } from '#lib/contracts/team/providers.ts'
import type { ModelSetup } from '#lib/store/model-setup.ts'
import type { GatewayState } from './gateway-state.ts'
import { settings } from './loaded-config.ts'

/** Every model with what was said of it, the team's own names that nothing lists included. */
export function toModelRows(setup: ModelSetup, state: GatewayState | null): ModelRow[] {
  const listed = state?.models ?? []
  const known = new Set(listed.map(({ id }) => id))
  // A provider that is away lists nothing: what was said of its models can be changed all the same.
  const unlisted = new Map([
    ...setup.settings.keys().map(id => [id, toUnlisted(id, id.split('/')[0] ?? '', 'chat')] as const),
    ...setup.named.map(({ id, provider, kind }) => [id, toUnlisted(id, provider, kind)] as const),
  ])
  const missing = unlisted.values().filter(({ id }) => !known.has(id))
  return [...missing, ...listed].map(model => {
    const said = setup.settings.get(model.id)
    const named = setup.named.find(({ id }) => id === model.id)
    const entry = settings().models.find(({ id }) => id === model.id)
    const fallbacks = entry !== undefined && entry.fallbacks.length > 0 ? entry.fallbacks : said?.fallbacks
    // As it is stored: the gateway says the same within a second.
    const { price: _price, ...rest } = model
    const price = entry?.price ?? said?.price ?? null
    const contextWindow = entry?.context ?? said?.contextTokens ?? model.context_window
    return {
      ...rest,
      ...(price !== null && { price }),
      ...(contextWindow !== undefined && { context_window: contextWindow }),
      enabled: said?.enabled ?? true,
      fixed: [
        ...(entry?.price === undefined ? [] : (['price'] as const)),
        ...(entry?.context === undefined ? [] : (['context_window'] as const)),
        ...((entry?.fallbacks.length ?? 0) === 0 ? [] : (['fallbacks'] as const)),
      ],
      fallbacks: [...(fallbacks ?? [])],
      named: named === undefined ? null : { provider: named.provider, upstream: named.upstream },
      problem: state?.problems.models[model.id] ?? null,
    }
  })
}

function toUnlisted(id: string, provider: string, kind: string): Model {
  const type = providerJobs.find(job => job === kind) ?? 'chat'
  return { id, object: 'model', created: 0, owned_by: provider, type }
}

/** Which model is asked for each job where nobody names one. */
export function toUsualModels(setup: ModelSetup, state: GatewayState | null): ModelRows['defaults'] {
  const { defaults } = settings()
  return providerJobs.map(job => {
    const chosen = setup.defaults[job] ?? null
    const from = defaults[job] !== undefined ? 'file' : chosen !== null ? 'console' : 'usual'
    const usual = state?.models.find(model => model.default === true && model.type === job)
    const model = usual?.id ?? null
    const isLater = job === 'embeddings' && model !== null && model !== state?.embedder
    return {
      job,
      model,
      chosen,
      from,
      until_restart: isLater ? (state?.embedder ?? null) : null,
      problem: state?.problems.defaults[job] ?? null,
    }
  })
}
