import { type ConfiguredId, knownSearchBackends } from '#lib/known-search-backends.ts'
import type { BackendSettings } from './backend-settings.ts'

interface AddedBackend {
  readonly id: string
  readonly baseUrl: string | null
  readonly apiKey: string | null
}

/**
 * Console backends that are usable.
 * @param configured ids of backends from the configuration
 * @returns also the reason for unusable ones, by id
 */
export function toAddedBackends(
  added: readonly AddedBackend[],
  configured: readonly string[],
): {
  readonly backends: readonly BackendSettings<ConfiguredId>[]
  readonly refused: ReadonlyMap<string, string>
} {
  const refused = new Map<string, string>()
  const backends = added.flatMap(({ id, baseUrl, apiKey }): BackendSettings<ConfiguredId>[] => {
    const known = knownSearchBackends.find(each => each.id === id)
    if (known === undefined) refused.set(id, `Unknown search backend ${id}.`)
    else if (configured.includes(id)) refused.set(id, `${id} is set in the configuration.`)
    else if (known.gives === 'key' && apiKey === null) refused.set(id, 'It requires a key.')
    else if (known.gives === 'address' && baseUrl === null) refused.set(id, 'It requires a URL.')
    else return [{ id: known.id, baseUrl, apiKey, from: 'console' }]
    return []
  })
  return { backends, refused }
}
