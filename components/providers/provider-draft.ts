import type {
  NewProviderInput,
  ProviderJob,
  ProviderProbe,
  Providers,
  ProviderView,
} from '#lib/contracts/console/providers.ts'
import { openAiServers, providerKinds } from '#lib/known-providers.ts'

/** Form state of a provider or search backend. */
export interface ProviderDraft {
  readonly purpose: 'models' | 'search'
  readonly name: string
  readonly kind: NewProviderInput['kind']
  readonly server: NonNullable<NewProviderInput['server']> | null
  readonly baseUrl: string
  /** `base`, `off`, a path, or empty for the default of the kind. */
  readonly messagesApi: string
  /** Empty: no new key. */
  readonly apiKey: string
  /** The models of a provider that lists none. */
  readonly models: TypedModels
}

/** Model IDs as typed, one per line, and their type. */
export interface TypedModels {
  readonly text: string
  readonly kind: ProviderJob
}

export const noModels: TypedModels = { text: '', kind: 'chat' }

/** The typed model IDs, each once. */
export function readModelNames(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter(name => name !== ''))]
}

/** Whether a provider answered a test without a list of its models: it has none, or no such path. */
export function lacksModelList(probe: ProviderProbe): boolean {
  if (!probe.ok) return probe.status === 404 || probe.status === 405 || probe.status === 501
  return probe.hits === null && probe.models_total === 0
}

type Known = Providers['known'][number]

/** `known` null: a custom server. */
export function startDraft(purpose: ProviderDraft['purpose'], known: Known | null): ProviderDraft {
  const name = known?.name ?? ''
  const baseUrl = purpose === 'models' ? (known?.base_url ?? '') : ''
  return {
    purpose,
    name,
    kind: purpose === 'search' ? 'search' : kindOf(name),
    server: null,
    baseUrl,
    messagesApi: '',
    apiKey: '',
    models: noModels,
  }
}

export function editDraft(row: ProviderView): ProviderDraft {
  const { purpose, name, kind, server, base_url: baseUrl, messages_api: messagesApi } = row
  return {
    purpose,
    name,
    kind: kinds.find(each => each === kind) ?? 'openai',
    server: servers.find(each => each === server) ?? null,
    baseUrl: baseUrl ?? '',
    messagesApi: messagesApi ?? '',
    apiKey: '',
    models: noModels,
  }
}

export function toNewProvider(form: ProviderDraft): NewProviderInput {
  const { apiKey, baseUrl, messagesApi, models: _, ...draft } = form
  return {
    ...draft,
    messages_api: messagesApi.trim() === '' ? null : messagesApi.trim(),
    name: draft.name.trim(),
    base_url: baseUrl.trim() === '' ? null : baseUrl.trim(),
    api_key: apiKey.trim() === '' ? null : apiKey.trim(),
  }
}

const kinds = [...providerKinds, 'search'] as const satisfies readonly NewProviderInput['kind'][]

export const modelKinds = providerKinds

export const servers: readonly NonNullable<NewProviderInput['server']>[] = openAiServers

/** A provider named like an API format uses it; all others use OpenAI's. */
function kindOf(name: string): NewProviderInput['kind'] {
  return modelKinds.find(kind => kind === name) ?? 'openai'
}
