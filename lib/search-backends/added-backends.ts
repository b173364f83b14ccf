import { type ConfiguredId, knownSearchBackends } from '#lib/known-search-backends.ts'
import type { BackendSettings } from './backend-settings.ts'

interface AddedBackend {
  readonly id: string
  readonly baseUrl: string | null
  readonly apiKey: string | null
}

/**
 * The backends that were added and can be asked.
 * @param configured ids of those that are set up already
 * @returns also why the others cannot, by their id
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
    if (known === undefined) refused.set(id, `There is no search backend ${id}.`)
    else if (configured.includes(id)) refused.set(id, `${id} is set up by the configuration.`)
    else if (known.gives === 'key' && apiKey === null) refused.set(id, 'It needs a key.')
    else if (known.gives === 'address' && baseUrl === null) refused.set(id, 'It needs an address.')
    else return [{ id: known.id, baseUrl, apiKey, from: 'console' }]
    return []
  })
  return { backends, refused }
}
