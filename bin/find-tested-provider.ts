import type { Config } from '#lib/config.ts'
import { ApiError } from '#lib/errors.ts'
import { isProviderKind, type ProviderEntry } from '#lib/providers/registry/provider-entry.ts'
import { toAddedBackends } from '#lib/search-backends/added-backends.ts'
import type { BackendSettings } from '#lib/search-backends/backend-settings.ts'
import type { ConfiguredId } from '#lib/known-search-backends.ts'
import type { OpenProvider } from '#lib/store/providers/provider-row.ts'
import { toAddedProvider } from '#lib/gateway/added-setup.ts'
import type { TestQuestion } from '#lib/gateway/routes/provider-routes.ts'

export type TestedProvider =
  | { readonly purpose: 'models'; readonly entry: ProviderEntry }
  | { readonly purpose: 'search'; readonly entry: BackendSettings<ConfiguredId> }

interface Saved {
  readonly config: Pick<Config, 'providers' | 'search'>
  /** The saved provider with its keys; null if it does not exist. */
  readonly openOne: (id: string) => Promise<OpenProvider | null>
}

/**
 * The provider or search backend that Test asks: a draft, a saved one with the form's changes, or a configured one.
 * @throws ApiError `not_found` for an unknown one, `invalid_value` if it cannot be tested
 */
export async function findTestedProvider(
  question: TestQuestion,
  { config, openOne }: Saved,
): Promise<TestedProvider> {
  if ('draft' in question) {
    const { apiKey, moreKeys } = question.draft
    return toTested({ ...question.draft, apiKeys: apiKey === null ? [] : [apiKey, ...moreKeys] })
  }
  if ('stored' in question) {
    const row = await openOne(question.stored)
    if (row === null) throw notThere()
    if (row.keyLost) throw new ApiError('invalid_value', 'The key cannot be decrypted. Enter it again.')
    return toTested({ ...row, ...question.changes })
  }
  const { purpose, configured: id } = question
  if (purpose === 'models') {
    const entry = config.providers.find(provider => provider.id === id)
    if (entry !== undefined) return { purpose, entry }
  } else {
    const entry = config.search.configured.find(backend => backend.id === id)
    if (entry !== undefined) return { purpose, entry }
  }
  throw notThere()
}

function toTested(
  row: Pick<OpenProvider, 'purpose' | 'name' | 'kind' | 'server' | 'baseUrl' | 'messagesApi' | 'apiKey'> &
    Partial<Pick<OpenProvider, 'responsesApi' | 'apiKeys'>>,
): TestedProvider {
  const { kind, ...entry } = toAddedProvider(row)
  if (row.purpose === 'models') {
    if (!isProviderKind(kind)) throw new ApiError('invalid_value', `Unknown provider kind ${kind}.`)
    return { purpose: 'models', entry: { ...entry, kind } }
  }
  const { backends, refused } = toAddedBackends([entry], [])
  const [backend] = backends
  if (backend === undefined)
    throw new ApiError('invalid_value', refused.get(entry.id) ?? 'It is unavailable.')
  return { purpose: 'search', entry: backend }
}

function notThere(): ApiError {
  return new ApiError('not_found', 'The provider does not exist.')
}
