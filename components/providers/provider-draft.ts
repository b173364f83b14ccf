import type { NewProviderInput, Providers, ProviderView } from '#lib/contracts/console/providers.ts'
import { openAiServers, providerKinds } from '#lib/known-providers.ts'

/** Form state of a provider or search backend. */
export interface ProviderDraft {
  readonly purpose: 'models' | 'search'
  readonly name: string
  readonly kind: NewProviderInput['kind']
  readonly server: NonNullable<NewProviderInput['server']> | null
  readonly baseUrl: string
  /** Empty: no new key. */
  readonly apiKey: string
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
    apiKey: '',
  }
}

export function editDraft({ purpose, name, kind, server, base_url: baseUrl }: ProviderView): ProviderDraft {
  return {
    purpose,
    name,
    kind: kinds.find(each => each === kind) ?? 'openai',
    server: servers.find(each => each === server) ?? null,
    baseUrl: baseUrl ?? '',
    apiKey: '',
  }
}

export function toNewProvider({ apiKey, baseUrl, ...draft }: ProviderDraft): NewProviderInput {
  return {
    ...draft,
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
