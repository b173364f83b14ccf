import 'server-only'
import {
  type DeploymentInput,
  type ModelPrice,
  modelDefaultSchema,
  modelPatchSchema,
  namedModelSchema,
  type ModelRows,
  type ModelRow,
  providerJobs,
} from '#lib/contracts/console/providers.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { answer } from '#lib/console/http/answer.ts'
import { toActor } from '#lib/console/auth/requester.ts'
import { readGatewayState, type GatewayState } from '#lib/console/api/gateway-state.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { refusal } from '#lib/console/http/refusal.ts'
import { requireOperator } from '#lib/console/http/require-operator.ts'
import { store } from '#lib/console/core/store.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { readCatalogInUse } from '#lib/console/core/price-catalog.ts'
import type { ModelPrice as StoredPrice, ModelSetup } from '#lib/store/providers/model-setup.ts'

const pageSize = 50

/** Models that match `?q=`, 50 from `?offset=`, with their settings, and the default models. */
export function listModelSettings(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const { searchParams } = new URL(request.url)
    const words = (searchParams.get('q') ?? '').toLowerCase().split(/\s+/)
    const offset = Math.max(0, Math.trunc(Number(searchParams.get('offset')) || 0))
    const { modelSetup } = await store()
    const [setup, state] = await Promise.all([
      modelSetup.read(member.teamId),
      readGatewayState(request.signal, { models: true }),
    ])
    // An alias has the settings of its model.
    const rows = toModelRows(setup, state).filter(
      ({ id, alias_of: model }) =>
        model === undefined && words.every(word => id.toLowerCase().includes(word)),
    )
    const body: ModelRows = {
      models: rows.slice(offset, offset + pageSize),
      total: rows.length,
      defaults: toDefaultModels(setup, state),
      aliases: toAliases(setup, state),
    }
    return Response.json(body)
  })
}

/** Enables or disables a model, and sets its price, context window and fallbacks. */
export function changeModel(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const patched = await readBody(request, modelPatchSchema)
    const { model, context_window: contextTokens, price, deployments, ...plain } = patched
    if (contextTokens !== undefined && contextTokens !== null && model.startsWith('local/')) {
      throw refusal('context_window', 'The context window of an embedded model cannot be changed.')
    }
    await requireFallbacks(request, member, model, plain.fallbacks ?? [])
    await requireDeployments(member, model, deployments ?? [])
    const patch = {
      ...plain,
      ...(price !== undefined && { price: price && toStored(price) }),
      ...(deployments !== undefined && { deployments: deployments?.map(toDeployment) ?? null }),
      ...(contextTokens !== undefined && { contextTokens }),
    }
    const { modelSetup } = await store()
    await modelSetup.change(member.teamId, model, patch, toActor(member, request))
    return Response.json({ changed: true })
  })
}

async function requireFallbacks(
  request: Request,
  { teamId }: Member,
  model: string,
  fallbacks: readonly string[],
): Promise<void> {
  if (fallbacks.length === 0) return
  const itself = fallbacks.indexOf(model)
  if (itself !== -1) throw refusal(`fallbacks.${itself}`, 'A model cannot be its own fallback.')
  const { modelSetup, providers } = await store()
  const [setup, rows, state] = await Promise.all([
    modelSetup.read(teamId),
    providers.list(teamId),
    readGatewayState(request.signal, { models: true }),
  ])
  // Without the gateway, the available models are unknown.
  if (state === null) return
  checkFallbacks(fallbacks, {
    kept: setup.settings.get(model)?.fallbacks ?? [],
    models: toModelRows(setup, state),
    providers: listProviderNames(rows),
  })
}

/** Any model of a known provider may exist; requests to one that does not go on to the next deployment. */
async function requireDeployments(
  { teamId }: Member,
  model: string,
  deployments: readonly DeploymentInput[],
): Promise<void> {
  if (deployments.length === 0) return
  if (settings().models.some(({ id }) => id === model)) {
    throw refusal('deployments', `${model} is configured in sextant.yaml. Change it there.`)
  }
  const { providers } = await store()
  await requireCatalogNames(deployments)
  const known = listProviderNames(await providers.list(teamId))
  const unknown = deployments.findIndex(({ provider }) => !known.includes(provider))
  if (unknown === -1) return
  const name = deployments[unknown]?.provider
  throw refusal(`deployments.${unknown}.provider`, `Provider ${name} does not exist.`)
}

async function requireCatalogNames(deployments: readonly DeploymentInput[]): Promise<void> {
  if (deployments.every(({ price_of: name }) => name === undefined)) return
  const catalog = await readCatalogInUse()
  for (const [at, { price_of: name }] of deployments.entries()) {
    if (name === undefined || catalog.find(name) !== null) continue
    const message = `The price catalog has no model ${name}. Names are like openai/gpt-4o.`
    throw refusal(`deployments.${at}.price_of`, message)
  }
}

function toStored(price: ModelPrice): StoredPrice {
  if (typeof price === 'string') return price
  const { cache_read: cacheRead, cache_write: cacheWrite5m, search_unit: searchUnit, above, ...plain } = price
  return {
    ...plain,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite5m !== undefined && { cacheWrite5m }),
    ...(searchUnit !== undefined && { searchUnit }),
    ...(above && { above: { [above.tokens]: { input: above.input, output: above.output } } }),
  }
}

function fromStored(price: StoredPrice): ModelPrice {
  if (typeof price === 'string') return price
  const { cacheRead, cacheWrite5m, searchUnit, above = {}, ...plain } = price
  const [step] = Object.entries(above)
  return {
    ...plain,
    ...(cacheRead !== undefined && { cache_read: cacheRead }),
    ...(cacheWrite5m !== undefined && { cache_write: cacheWrite5m }),
    ...(searchUnit !== undefined && { search_unit: searchUnit }),
    ...(step && { above: { tokens: Number(step[0]), ...step[1] } }),
  }
}

function toDeployment({ max_parallel: maxParallel, price_of: priceOf, ...plain }: DeploymentInput) {
  return {
    ...plain,
    ...(maxParallel !== undefined && { maxParallel }),
    ...(priceOf !== undefined && { priceOf }),
  }
}

/** Names a provider model with a public id of the team. */
export function nameModel(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const model = await readBody(request, namedModelSchema)
    const config = settings()
    if (config.models.some(({ id }) => id === model.id)) {
      throw refusal('id', `${model.id} is configured in sextant.yaml. Change it there.`)
    }
    const { modelSetup, providers } = await store()
    const known = listProviderNames(await providers.list(member.teamId))
    if (!known.includes(model.provider))
      throw refusal('provider', `Provider ${model.provider} does not exist.`)
    await modelSetup.name(member.teamId, model, toActor(member, request))
    return Response.json({ named: true }, { status: 201 })
  })
}

/** Removes such an id with its settings. */
export function unnameModel(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const id = new URL(request.url).searchParams.get('id') ?? ''
    const { modelSetup } = await store()
    await modelSetup.unname(member.teamId, id, toActor(member, request))
    return Response.json({ removed: true })
  })
}

/** Sets the default model for a job. */
export function chooseDefault(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const { job, model } = await readBody(request, modelDefaultSchema)
    if (settings().defaults[job] !== undefined) {
      throw refusal('job', `sextant.yaml sets the default model for ${job}. Change it there.`)
    }
    const { modelSetup } = await store()
    await modelSetup.choose(member.teamId, job, model, toActor(member, request))
    return Response.json({ chosen: true })
  })
}

/** Providers whose models can be used: the embedded engine, those of the configuration, and the team's own. */
export function listProviderNames(rows: readonly { readonly name: string }[]): string[] {
  return ['local', ...settings().providers.map(({ id }) => id), ...rows.map(({ name }) => name)]
}

/** Context for checking a model's fallbacks. */
interface FallbackSurroundings {
  /** Existing fallbacks are not checked again, because their provider may be unavailable. */
  readonly kept: readonly string[]
  readonly models: readonly Pick<ModelRow, 'id' | 'owned_by' | 'type'>[]
  readonly providers: readonly string[]
}

/** @throws ApiError `invalid_value` with param `fallbacks.N` for the first fallback that no provider can serve */
export function checkFallbacks(
  fallbacks: readonly string[],
  { kept, models, providers }: FallbackSurroundings,
): void {
  const callable = new Set(models.filter(({ type }) => type !== 'web').map(({ id }) => id))
  const listing = new Set(models.map(({ owned_by: provider }) => provider))
  // A provider without a model list may have any model.
  const silent = providers.filter(provider => !listing.has(provider))
  for (const [at, id] of fallbacks.entries()) {
    if (kept.includes(id) || callable.has(id)) continue
    if (silent.some(provider => id.startsWith(`${provider}/`))) continue
    throw refusal(
      `fallbacks.${at}`,
      `Model ${id} does not exist. Choose one from the list, or name it first.`,
    )
  }
}

/** Those of the configuration first, then the console's. */
function toAliases(setup: ModelSetup, state: GatewayState | null): ModelRows['aliases'] {
  const configured = Object.entries(settings().aliases)
  const own = Object.entries(setup.aliases)
  return [
    ...configured.map(([alias, model]) => ({ alias, model, from: 'file' as const, problem: null })),
    ...own.map(([alias, model]) => {
      const problem = state?.problems.models[alias] ?? null
      return { alias, model, from: 'console' as const, problem }
    }),
  ]
}

/** All models with their settings, including the team's own names that no provider lists. */
function toModelRows(setup: ModelSetup, state: GatewayState | null): ModelRow[] {
  const listed = state?.models ?? []
  const known = new Set(listed.map(({ id }) => id))
  // An unavailable provider lists nothing: its model settings stay editable.
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
    // As stored: the gateway applies it within a second.
    const { price: _price, ...rest } = model
    const price = toTokenRates(entry?.price ?? said?.price ?? null)
    const contextWindow = entry?.context ?? said?.contextTokens ?? model.context_window
    return {
      ...rest,
      ...(price !== null && { price: { input: price.input, output: price.output } }),
      ...(contextWindow !== undefined && { context_window: contextWindow }),
      enabled: said?.enabled ?? true,
      fixed: [
        ...(entry?.price === undefined ? [] : (['price'] as const)),
        ...(entry?.context === undefined ? [] : (['context_window'] as const)),
        ...((entry?.fallbacks.length ?? 0) === 0 ? [] : (['fallbacks'] as const)),
        ...(entry === undefined ? [] : (['deployments'] as const)),
      ],
      fallbacks: [...(fallbacks ?? [])],
      own_price: said?.price ? fromStored(said.price) : null,
      deployments: [...((entry === undefined ? said?.deployments : entry.deployments) ?? [])].map(
        ({ provider, upstream, weight, tier, maxParallel, priceOf }) => ({
          provider,
          upstream,
          weight,
          tier,
          ...(maxParallel !== undefined && { max_parallel: maxParallel }),
          ...(priceOf !== undefined && { price_of: priceOf }),
        }),
      ),
      deployment_states: (state?.deployments ?? [])
        .filter(each => each.model === model.id)
        .map(({ model: _model, ...each }) => each),
      named: named === undefined ? null : { provider: named.provider, upstream: named.upstream },
      problem: state?.problems.models[model.id] ?? null,
    }
  })
}

/** Null: free, of the catalog, or not by token. */
function toTokenRates(price: ConfiguredPrice | StoredPrice | null): NonNullable<Model['price']> | null {
  if (price === null || typeof price === 'string' || price.input === undefined || price.output === undefined)
    return null
  return { input: Number(price.input), output: Number(price.output) }
}

type ConfiguredPrice = NonNullable<ReturnType<typeof settings>['models'][number]['price']>

function toUnlisted(id: string, provider: string, kind: string): Model {
  const type = providerJobs.find(job => job === kind) ?? 'chat'
  return { id, object: 'model', created: 0, owned_by: provider, type }
}

/** The default model for each job. */
export function toDefaultModels(setup: ModelSetup, state: GatewayState | null): ModelRows['defaults'] {
  const { defaults } = settings()
  return providerJobs.map(job => {
    const chosen = setup.defaults[job] ?? null
    const from = defaults[job] !== undefined ? 'file' : chosen !== null ? 'console' : 'usual'
    const used = state?.defaults[job] ?? null
    const model = job === 'embeddings' ? (state?.next_embedder ?? null) : used
    return {
      job,
      model,
      chosen,
      from,
      until_restart: model === used ? null : used,
      problem: state?.problems.defaults[job] ?? null,
    }
  })
}
