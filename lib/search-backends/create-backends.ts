import { type BuiltInId, type ConfiguredId, knownSearchBackends } from '#lib/known-search-backends.ts'
import type { UpstreamRequest } from '#lib/providers/transport/upstream-request.ts'
import { backendById } from './all-backends.ts'
import type { BackendCooldowns } from './backend-cooldowns.ts'
import type { BackendSettings } from './backend-settings.ts'
import { createConnection, type Cooldown } from './connection.ts'
import type { BackendId } from './define-backend.ts'
import { QueueGate } from './queue-gate.ts'
import { backendCost } from './search-billing.ts'
import type { SearchBackend } from './search-backend.ts'

export interface BackendsSettings {
  readonly configured: readonly BackendSettings<ConfiguredId>[]
  readonly builtIn: readonly BackendSettings<BuiltInId>[]
  readonly request: UpstreamRequest
  readonly version: string
  readonly contact: string | null
  readonly cooldowns: BackendCooldowns
}

/** All configured and built-in backends by id, each with its own queue. */
export function createBackends(settings: BackendsSettings): Map<string, SearchBackend> {
  const entries = [...settings.configured, ...settings.builtIn]
  return new Map(entries.map(entry => [entry.id, createBackend(entry, settings)]))
}

function createBackend(entry: BackendSettings<BackendId>, settings: BackendsSettings): SearchBackend {
  const { id, apiKey, price } = entry
  const definition = backendById(id)
  const { create, credentials, rateLimit, keyedRateLimit } = definition
  const gate = new QueueGate(apiKey === null ? rateLimit : keyedRateLimit)
  const cooldown: Cooldown = {
    refuse: () => settings.cooldowns.assertNotCoolingDown(id),
    note: fault => settings.cooldowns.note(id, fault),
  }
  const connect = (baseUrl: string) => {
    const { origin, pathname } = new URL(baseUrl)
    const headers = {
      accept: 'application/json, application/atom+xml;q=0.9, */*;q=0.5',
      'accept-encoding': 'gzip',
      'user-agent': toUserAgent(settings),
      ...(apiKey !== null && credentials?.(apiKey)),
    }
    // Only a URL from the operator may be in a private network.
    const ofOperator = entry.baseUrl !== null && entry.from !== 'console'
    const policy = ofOperator ? ('operator' as const) : ('guarded' as const)
    const target = { origin, basePath: pathname.replace(/\/+$/, ''), policy, headers }
    return createConnection({ target, request: settings.request, gate, cooldown, secret: apiKey })
  }
  const client = create({
    connection: connect(entry.baseUrl ?? publicAddress(id)),
    apiKey: apiKey ?? '',
    connect,
    ownAddress: entry.baseUrl !== null,
    contact: settings.contact,
  })
  const { freeKeys = false, reportsCosts = false, unitsMax = 1 } = definition
  const free = freeKeys || knownSearchBackends.find(known => known.id === id)?.gives !== 'key'
  const priced = { id, price, free, reportsCosts, unitsMax }
  return { id, cost: () => backendCost(priced, Date.now()), ...client }
}

function publicAddress(id: BackendId): string {
  const address = backendById(id).baseUrl ?? knownSearchBackends.find(each => each.id === id)?.baseUrl
  if (!address) throw new Error(`the search backend ${id} requires a URL`)
  return address
}

function toUserAgent({ version, contact }: BackendsSettings): string {
  return `Sextant/${version} (${contact === null ? 'self-hosted search' : contact})`
}
