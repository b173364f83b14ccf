import 'server-only'
import { modelAliasSchema } from '#lib/contracts/console/providers.ts'
import { answer } from '#lib/console/http/answer.ts'
import { type GatewayState, readGatewayState } from '#lib/console/api/gateway-state.ts'
import { toActor } from '#lib/console/auth/requester.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { store } from '#lib/console/core/store.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { refusal } from '#lib/console/http/refusal.ts'
import { requireOperator } from '#lib/console/http/require-operator.ts'
import type { ModelSetup } from '#lib/store/providers/model-setup.ts'
import { listProviderNames } from './model-settings.ts'

/** Lets another name stand for a model; requests may use either. */
export function setAlias(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const { alias, model } = await readBody(request, modelAliasSchema)
    const { modelSetup, providers } = await store()
    const [setup, rows, state] = await Promise.all([
      modelSetup.read(member.teamId),
      providers.list(member.teamId),
      readGatewayState(request.signal, { models: true }),
    ])
    refuseAlias(alias, model, { setup, state, providers: listProviderNames(rows) })
    await modelSetup.alias(member.teamId, alias, model, toActor(member, request))
    return Response.json({ set: true })
  })
}

/** Removes an alias: requests with it fail from then on. */
export function removeAlias(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const alias = new URL(request.url).searchParams.get('alias') ?? ''
    const { modelSetup } = await store()
    await modelSetup.alias(member.teamId, alias, null, toActor(member, request))
    return Response.json({ removed: true })
  })
}

interface Surroundings {
  readonly setup: ModelSetup
  readonly state: GatewayState | null
  readonly providers: readonly string[]
}

const aliasesMax = 200

/** @throws ApiError `invalid_value` for an alias that would hide a model, or stands for nothing or another alias */
function refuseAlias(alias: string, model: string, { setup, state, providers }: Surroundings): void {
  const { aliases } = settings()
  if (Object.hasOwn(aliases, alias))
    throw refusal('alias', `${alias} is set in sextant.yaml. Change it there.`)
  const listed = state?.models ?? []
  const isAlias = (id: string) => Object.hasOwn(aliases, id) || Object.hasOwn(setup.aliases, id)
  const isModel = (id: string) =>
    listed.some(each => each.id === id) || setup.named.some(each => each.id === id)
  if (!isAlias(alias) && Object.keys(setup.aliases).length >= aliasesMax)
    throw refusal('alias', `There are ${aliasesMax} aliases, which is the limit. Remove one first.`)
  if (state === null && providers.some(each => alias.startsWith(`${each}/`)))
    throw refusal(
      'alias',
      `Sextant cannot check whether ${alias} is the ID of a model while the gateway is unavailable. Try again.`,
    )
  if (isModel(alias) && !isAlias(alias))
    throw refusal('alias', `${alias} is the ID of a model. Choose another name.`)
  if (isAlias(model)) throw refusal('model', `${model} is an alias. Enter the ID of its model.`)
  // Without the gateway, and of providers without a model list, the models are unknown.
  const listing = new Set(listed.map(({ owned_by: provider }) => provider))
  const mayExist = providers.some(each => !listing.has(each) && model.startsWith(`${each}/`))
  if (state !== null && !mayExist && !isModel(model)) throw refusal('model', `Model ${model} does not exist.`)
}
