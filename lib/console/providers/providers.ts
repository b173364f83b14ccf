import 'server-only'
import {
  newProviderSchema,
  providerOrderSchema,
  providerPatchSchema,
  type Providers,
  type ProviderView,
} from '#lib/contracts/console/providers.ts'
import { ApiError } from '#lib/errors.ts'
import { knownProviders, requiresKey } from '#lib/known-providers.ts'
import { knownSearchBackends } from '#lib/known-search-backends.ts'
import type { ProviderPatch } from '#lib/store/providers/providers.ts'
import { answer } from '#lib/console/http/answer.ts'
import { idIn, toActor } from '#lib/console/auth/requester.ts'
import { readGatewayState, type GatewayState } from '#lib/console/api/gateway-state.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { toNewProvider } from './new-provider.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { findAddressProblem } from '#lib/web/fetch/address-problem.ts'
import { refusal } from '#lib/console/http/refusal.ts'
import { requireOperator } from '#lib/console/http/require-operator.ts'
import { secretBox, store } from '#lib/console/core/store.ts'
import { type ProviderRow, toKeyHint } from '#lib/store/providers/provider-row.ts'

/** All providers and search backends with their state; never a key. */
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

/** Adds a provider. One that the configuration already has is rejected. */
export function createProvider(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const provider = toNewProvider(await readBody(request, newProviderSchema))
    const { providers } = await store()
    const row = await providers.create(member.teamId, provider, secretBox(), toActor(member, request))
    return Response.json(await withAddressProblem(fromRow(row, null)), { status: 201 })
  })
}

/** Changes a console provider; a new URL clears its key. */
export function changeProvider(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const given = await readBody(request, providerPatchSchema)
    const {
      base_url: baseUrl,
      api_key: apiKey,
      api_keys: apiKeys,
      messages_api: messagesApi,
      responses_api: responsesApi,
      ...plain
    } = given
    const keys = apiKeys ?? (apiKey === undefined ? undefined : apiKey === null ? [] : [{ key: apiKey }])
    const patch: ProviderPatch = {
      ...plain,
      ...(messagesApi !== undefined && { messagesApi }),
      ...(responsesApi !== undefined && { responsesApi }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(keys !== undefined && { keys }),
    }
    const { providers } = await store()
    const by = toActor(member, request)
    const id = idIn(request)
    const before = (await providers.list(member.teamId)).find(each => each.id === id)
    if (before !== undefined) requireKey(before, patch)
    const row = await providers.change(member.teamId, id, patch, secretBox(), by)
    return Response.json(await withAddressProblem(fromRow(row, null)))
  })
}

/** @throws ApiError `invalid_value` where a change would leave the server of a vendor without a key */
function requireKey(before: ProviderRow, { baseUrl, keys }: ProviderPatch): void {
  if (baseUrl === undefined && keys === undefined) return
  const url = baseUrl ?? before.baseUrl
  const left = keys ?? (url === before.baseUrl ? before.keys : [])
  if (left.length > 0 || url === null || !requiresKey(url)) return
  throw refusal('api_keys.0', `${before.name} requires an API key. Enter one.`)
}

/** Removes a console provider; running calls finish. */
export function removeProvider(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const { providers } = await store()
    await providers.remove(member.teamId, idIn(request), toActor(member, request))
    return Response.json({ removed: true })
  })
}

/** Sets the order of console providers. */
export function orderProviders(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireOperator(request)
    const { ids } = await readBody(request, providerOrderSchema)
    const { providers } = await store()
    const known = new Set((await providers.list(member.teamId)).map(({ id }) => id))
    if (!ids.every(id => known.has(id))) throw new ApiError('not_found', 'This provider does not exist.')
    await providers.order(member.teamId, ids, toActor(member, request))
    return Response.json({ ordered: true })
  })
}

function toKnown(
  purpose: 'models' | 'search',
  { id, baseUrl, gives }: { id: string; baseUrl: string | null; gives: 'key' | 'address' },
) {
  return { purpose, name: id, base_url: baseUrl, gives }
}

/** All usable providers in the order of use: those of the configuration first, then the console's. */
function toProviderViews(rows: readonly ProviderRow[], state: GatewayState | null): ProviderView[] {
  const config = settings()
  const configured = config.providers.map(
    ({ id, kind, server = null, baseUrl, apiFormats, apiKey, apiKeys, from }) => {
      const messagesApi = fromConfiguredFormat(apiFormats?.messages)
      const responsesApi = fromConfiguredFormat(apiFormats?.responses)
      const view = fromConfig(
        { purpose: 'models', name: id, kind, server, baseUrl, messagesApi, responsesApi, apiKey, from },
        state,
      )
      return { ...view, keys: apiKeys?.length ?? 1 }
    },
  )
  const search = config.search.configured.map(({ id, baseUrl, apiKey }) =>
    fromConfig(
      {
        purpose: 'search',
        name: id,
        kind: 'search',
        server: null,
        baseUrl,
        messagesApi: null,
        responsesApi: null,
        apiKey,
        from: 'environment',
      },
      state,
    ),
  )
  return [...configured, ...search, ...rows.map(row => fromRow(row, state))]
}

function fromConfiguredFormat(given: boolean | string | undefined): string | null {
  if (typeof given === 'boolean') return given ? 'base' : 'off'
  return given ?? null
}

function fromConfig(
  entry: Pick<
    ProviderRow,
    'purpose' | 'name' | 'kind' | 'server' | 'baseUrl' | 'messagesApi' | 'responsesApi'
  > & {
    apiKey: string | null
    from: ProviderView['from']
  },
  state: GatewayState | null,
): ProviderView {
  const { purpose, name, kind, server, baseUrl, messagesApi, responsesApi, apiKey, from } = entry
  return {
    id: null,
    purpose,
    name,
    kind,
    server,
    base_url: baseUrl,
    messages_api: messagesApi,
    responses_api: responsesApi,
    key_hint: apiKey === null ? null : toKeyHint(apiKey),
    keys: 1,
    saved_keys: [],
    from,
    enabled: true,
    problem: null,
    health: toHealth(state, purpose, name),
  }
}

/** A console provider, as the page shows it. */
function fromRow(row: ProviderRow, state: GatewayState | null): ProviderView {
  const { id, purpose, name, kind, server, baseUrl, messagesApi, responsesApi, keyHint, keys, enabled } = row
  const problems = state?.problems[purpose === 'models' ? 'providers' : 'search']
  return {
    id,
    purpose,
    name,
    kind,
    server,
    base_url: baseUrl,
    messages_api: messagesApi,
    responses_api: responsesApi,
    key_hint: keyHint,
    keys: Math.max(1, keys.length),
    saved_keys: keys.map(key => ({ ...key, lost: state?.lost_keys.includes(key.id) === true })),
    from: 'console',
    enabled,
    problem: enabled ? (problems?.[name] ?? null) : null,
    health: enabled ? toHealth(state, purpose, name) : null,
  }
}

/** Known before the gateway has read the change. */
async function withAddressProblem(view: ProviderView): Promise<ProviderView> {
  const { enabled, base_url: url } = view
  if (!enabled || url === null) return view
  return { ...view, problem: await findAddressProblem(url, { allow: settings().allowPrivateProviders }) }
}

function toHealth(
  state: GatewayState | null,
  purpose: ProviderView['purpose'],
  name: string,
): ProviderView['health'] {
  if (state === null) return null
  const known = state.providers.find(({ id }) => purpose === 'models' && id === name)
  const prefix = purpose === 'models' ? `${name}/` : `search ${name} `
  return {
    needs_operator: known?.needs_operator ?? false,
    last_error: known?.last_error ?? null,
    open_circuits: state.circuits
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, wait_ms: waitMs }) => ({ of: key.slice(prefix.length), wait_ms: waitMs })),
    rejected_keys: state.cooldowns
      .filter(({ name: key, reason }) => reason !== 'rate_limit' && isKeyOf(name, key))
      .map(({ name: key, wait_ms }) => ({ name: key, wait_ms })),
  }
}

/** Whether it is the name of a key of the provider, and not that of a deployment. */
function isKeyOf(provider: string, key: string): boolean {
  return key === provider || (key.startsWith(`${provider}#`) && !key.includes('/'))
}
