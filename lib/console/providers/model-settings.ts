import 'server-only'
import {
  modelDefaultSchema,
  modelPatchSchema,
  namedModelSchema,
  type ModelRows,
  type ModelRow,
  providerJobs,
} from '#lib/contracts/console/providers.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { answer } from '#lib/console/http/answer.ts'
import { toChanger } from '#lib/console/auth/asker.ts'
import { readGatewayState, type GatewayState } from '#lib/console/api/gateway-state.ts'
import { settings } from '#lib/console/api/loaded-config.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { refusal } from '#lib/console/http/refusal.ts'
import { requireOperator } from '#lib/console/http/require-operator.ts'
import { store } from '#lib/console/settings/settings.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import type { ModelSetup } from '#lib/store/providers/model-setup.ts'

const pageSize = 50

/** Models that fit `?q=`, 50 from `?offset=` on, with what was said of each, and the usual ones. */
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
    const rows = toModelRows(setup, state).filter(({ id }) =>
      words.every(word => id.toLowerCase().includes(word)),
    )
    const body: ModelRows = {
      models: rows.slice(offset, offset + pageSize),
      total: rows.length,
      defaults: toUsualModels(setup, state),
    }
    return Response.json(body)
  })
}

/** Switches a model on or off, and says what it costs, how much it reads and what is asked after it. */
export function changeModel(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const { model, context_window: contextTokens, ...plain } = await readBody(request, modelPatchSchema)
    if (contextTokens !== undefined && contextTokens !== null && model.startsWith('local/')) {
      throw refusal('context_window', 'An embedded model has the window that it is started with.')
    }
    await requireFallbacks(request, member, model, plain.fallbacks ?? [])
    const patch = { ...plain, ...(contextTokens !== undefined && { contextTokens }) }
    const { modelSetup } = await store()
    await modelSetup.change(member.teamId, model, patch, toChanger(member, request))
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
  if (itself !== -1) throw refusal(`fallbacks.${itself}`, 'A model cannot follow itself.')
  const { modelSetup, providers } = await store()
  const [setup, rows, state] = await Promise.all([
    modelSetup.read(teamId),
    providers.list(teamId),
    readGatewayState(request.signal, { models: true }),
  ])
  // Without the gateway nobody knows what there is.
  if (state === null) return
  checkFallbacks(fallbacks, {
    kept: setup.settings.get(model)?.fallbacks ?? [],
    models: toModelRows(setup, state),
    providers: listProviderNames(rows),
  })
}

/** Gives a model of a provider a public id of the team's own. */
export function nameModel(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const model = await readBody(request, namedModelSchema)
    const config = settings()
    if (config.models.some(({ id }) => id === model.id)) {
      throw refusal('id', `${model.id} is in sextant.yaml: change it there.`)
    }
    const { modelSetup, providers } = await store()
    const known = listProviderNames(await providers.list(member.teamId))
    if (!known.includes(model.provider)) throw refusal('provider', `There is no provider ${model.provider}.`)
    await modelSetup.name(member.teamId, model, toChanger(member, request))
    return Response.json({ named: true }, { status: 201 })
  })
}

/** Takes such an id away, and what was said of it. */
export function unnameModel(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const id = new URL(request.url).searchParams.get('id') ?? ''
    const { modelSetup } = await store()
    await modelSetup.unname(member.teamId, id, toChanger(member, request))
    return Response.json({ removed: true })
  })
}

/** Says which model is asked for a job where nobody names one. */
export function chooseDefault(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const { job, model } = await readBody(request, modelDefaultSchema)
    if (settings().defaults[job] !== undefined) {
      throw refusal('job', `sextant.yaml names the usual model for ${job}: change it there.`)
    }
    const { modelSetup } = await store()
    await modelSetup.choose(member.teamId, job, model, toChanger(member, request))
    return Response.json({ chosen: true })
  })
}

/** Whose models may be asked here: the embedded engine, those of the configuration, the team's own. */
function listProviderNames(rows: readonly { readonly name: string }[]): string[] {
  return ['local', ...settings().providers.map(({ id }) => id), ...rows.map(({ name }) => name)]
}

/** What a model's fallbacks are judged by. */
interface FallbackSurroundings {
  /** What it had so far: those are not judged again, since their provider may be away. */
  readonly kept: readonly string[]
  readonly models: readonly Pick<ModelRow, 'id' | 'owned_by' | 'type'>[]
  readonly providers: readonly string[]
}

/** @throws ApiError `invalid_value` with param `fallbacks.N` for the first one that nothing here could answer */
export function checkFallbacks(
  fallbacks: readonly string[],
  { kept, models, providers }: FallbackSurroundings,
): void {
  const callable = new Set(models.filter(({ type }) => type !== 'web').map(({ id }) => id))
  const listing = new Set(models.map(({ owned_by: provider }) => provider))
  // A provider that lists nothing may have a model of any name.
  const silent = providers.filter(provider => !listing.has(provider))
  for (const [at, id] of fallbacks.entries()) {
    if (kept.includes(id) || callable.has(id)) continue
    if (silent.some(provider => id.startsWith(`${provider}/`))) continue
    throw refusal(`fallbacks.${at}`, `Nothing here is called ${id}. Choose from the list, or name it first.`)
  }
}

/** Every model with what was said of it, the team's own names that nothing lists included. */
function toModelRows(setup: ModelSetup, state: GatewayState | null): ModelRow[] {
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
