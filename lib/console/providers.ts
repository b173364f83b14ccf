import 'server-only'
import {
  newProviderSchema,
  providerOrderSchema,
  providerPatchSchema,
  type Providers,
} from '#lib/contracts/team/providers.ts'
import { ApiError } from '#lib/errors.ts'
import { knownProviders } from '#lib/known-providers.ts'
import { knownSearchBackends } from '#lib/known-search-backends.ts'
import type { ProviderPatch } from '#lib/store/providers.ts'
import { answer } from './answer.ts'
import { idIn, toChanger } from './asker.ts'
import { readGatewayState } from './gateway-state.ts'
import { settings } from './loaded-config.ts'
import { toNewProvider } from './new-provider.ts'
import { fromRow, toProviderViews } from './provider-view.ts'
import { readBody } from './read-body.ts'
import { requireOperator } from './require-operator.ts'
import { secretBox, store } from './settings.ts'

/** Every source of models and search results with its state; never a key. */
export function listProviders(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const { providers } = await store()
    const [rows, state] = await Promise.all([
      providers.list(member.teamId),
      readGatewayState(request.signal, { models: false }),
    ])
    const { search, allowPrivateProviders } = settings()
    const body: Providers = {
      providers: toProviderViews(rows, state),
      search_listed: search.ordered,
      private_networks: [...allowPrivateProviders],
      known: [
        ...knownProviders.map(known => toKnown('models', known)),
        ...knownSearchBackends.map(known => toKnown('search', known)),
      ],
    }
    return Response.json(body)
  })
}

/** Adds a source. What the configuration has already is refused. */
export function createProvider(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const provider = toNewProvider(await readBody(request, newProviderSchema))
    const { providers } = await store()
    const row = await providers.create(member.teamId, provider, secretBox(), toChanger(member, request))
    return Response.json(fromRow(row, null), { status: 201 })
  })
}

/** Changes one of the console's own; a new address clears its key. */
export function changeProvider(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const { base_url: baseUrl, api_key: apiKey, ...plain } = await readBody(request, providerPatchSchema)
    const patch: ProviderPatch = {
      ...plain,
      ...(baseUrl !== undefined && { baseUrl }),
      ...(apiKey !== undefined && { apiKey }),
    }
    const { providers } = await store()
    const by = toChanger(member, request)
    const row = await providers.change(member.teamId, idIn(request), patch, secretBox(), by)
    return Response.json(fromRow(row, null))
  })
}

/** Takes one of the console's own away; calls that use it end as they began. */
export function removeProvider(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const { providers } = await store()
    await providers.remove(member.teamId, idIn(request), toChanger(member, request))
    return Response.json({ removed: true })
  })
}

/** Says in which order the console's own are asked. */
export function orderProviders(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const { ids } = await readBody(request, providerOrderSchema)
    const { providers } = await store()
    const known = new Set((await providers.list(member.teamId)).map(({ id }) => id))
    if (!ids.every(id => known.has(id))) throw new ApiError('not_found', 'The team has no such provider.')
    await providers.order(member.teamId, ids, toChanger(member, request))
    return Response.json({ ordered: true })
  })
}

function toKnown(
  purpose: 'models' | 'search',
  { id, baseUrl, gives }: { id: string; baseUrl: string | null; gives: 'key' | 'address' },
) {
  return { purpose, name: id, base_url: baseUrl, gives }
}
