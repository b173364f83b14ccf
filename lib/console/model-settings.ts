import 'server-only'
import {
  modelDefaultSchema,
  modelPatchSchema,
  namedModelSchema,
  type ModelRows,
} from '#lib/contracts/team/providers.ts'
import type { Member } from '#lib/store/teams.ts'
import { answer } from './answer.ts'
import { toChanger } from './asker.ts'
import { checkFallbacks } from './check-fallbacks.ts'
import { readGatewayState } from './gateway-state.ts'
import { settings } from './loaded-config.ts'
import { toModelRows, toUsualModels } from './model-rows.ts'
import { readBody } from './read-body.ts'
import { refusal } from './refusal.ts'
import { requireOperator } from './require-operator.ts'
import { store } from './settings.ts'

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
