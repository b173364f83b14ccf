import 'server-only'
import type { z } from 'zod'
import type { newProviderSchema } from '#lib/contracts/console/providers.ts'
import { knownProviders, requiresKey } from '#lib/known-providers.ts'
import { knownSearchBackends } from '#lib/known-search-backends.ts'
import { type NewProvider, refuseApiFormats } from '#lib/store/providers/providers.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { refusal } from '#lib/console/http/refusal.ts'

type Given = z.output<typeof newProviderSchema>

/** A provider in its stored form. @throws ApiError `invalid_value` for one that could never work */
export function toNewProvider(given: Given): NewProvider {
  const provider = given.purpose === 'models' ? toModelSource(given) : toSearchSource(given)
  refuseConfigured(given)
  return provider
}

function toModelSource(source: Given): NewProvider {
  const { name, kind, server, base_url: given } = source
  const { messages_api: messagesApi, responses_api: responsesApi } = source
  const { api_key: apiKey, more_api_keys: moreKeys } = source
  if (kind === 'search') throw refusal('kind', 'A model provider requires the kind of its API format.')
  const baseUrl = given ?? knownProviders.find(known => known.id === name)?.baseUrl
  if (baseUrl === undefined) throw refusal('base_url', `${name} has no default URL. Enter its URL.`)
  if (apiKey === null && requiresKey(baseUrl))
    throw refusal('api_key', `${name} requires an API key. Enter one.`)
  refuseApiFormats({ kind, messagesApi, responsesApi })
  return { purpose: 'models', name, kind, server, baseUrl, messagesApi, responsesApi, apiKey, moreKeys }
}

function toSearchSource({
  name,
  base_url: baseUrl,
  api_key: apiKey,
  more_api_keys: moreKeys,
}: Given): NewProvider {
  if (moreKeys.length > 0)
    throw refusal('more_api_keys.0', 'A search backend has one key. Remove the others.')
  const known = knownSearchBackends.find(each => each.id === name)
  if (known === undefined) throw refusal('name', `Unknown search backend ${name}.`)
  if (known.gives === 'key' && apiKey === null) throw refusal('api_key', `${name} requires a key.`)
  if (known.gives === 'address' && baseUrl === null) throw refusal('base_url', `${name} requires a URL.`)
  if (known.gives === 'address' && apiKey !== null)
    throw refusal('api_key', `${name} does not use a key. Remove it.`)
  const fixed = { kind: 'search', server: null, messagesApi: null, responsesApi: null } as const
  return { purpose: 'search', name, baseUrl, apiKey, ...fixed }
}

function refuseConfigured({ purpose, name }: Given): void {
  const { providers, search } = settings()
  const taken = purpose === 'models' ? providers.map(({ id }) => id) : search.configured.map(({ id }) => id)
  if (!taken.some(id => id === name)) return
  throw refusal('name', `${name} is configured in the environment or sextant.yaml. Change it there.`)
}
