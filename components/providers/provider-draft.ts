import type {
  NewProviderInput,
  ProviderJob,
  ProviderPatchInput,
  ProviderProbe,
  Providers,
  ProviderTestInput,
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
  /** Likewise. */
  readonly responsesApi: string
  /** In order; at least one, which may be empty. */
  readonly keys: readonly KeyDraft[]
  /** The models of a provider that lists none. */
  readonly models: TypedModels
}

/** A saved key, a new one, or a saved one that is replaced. */
export interface KeyDraft {
  /** Of the saved key; null: there is none. */
  readonly saved: string | null
  readonly hint: string
  /** Whether it is saved but cannot be decrypted. */
  readonly lost: boolean
  /** Empty: no new key. */
  readonly typed: string
}

export const newKey: KeyDraft = { saved: null, hint: '', lost: false, typed: '' }

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
    responsesApi: '',
    keys: [newKey],
    models: noModels,
  }
}

export function editDraft(row: ProviderView): ProviderDraft {
  const { purpose, name, kind, server, base_url: baseUrl, saved_keys: saved } = row
  const { messages_api: messagesApi, responses_api: responsesApi } = row
  const keys = saved.map(({ id, hint, lost }) => ({ saved: id, hint, lost, typed: '' }))
  return {
    purpose,
    name,
    kind: kinds.find(each => each === kind) ?? 'openai',
    server: servers.find(each => each === server) ?? null,
    baseUrl: baseUrl ?? '',
    messagesApi: messagesApi ?? '',
    responsesApi: responsesApi ?? '',
    keys: keys.length === 0 ? [newKey] : keys,
    models: noModels,
  }
}

export function toNewProvider(form: ProviderDraft): NewProviderInput {
  const { keys, baseUrl, messagesApi, responsesApi, models: _, ...draft } = form
  const [first = null, ...others] = keys.map(({ typed }) => typed.trim()).filter(typed => typed !== '')
  return {
    ...draft,
    messages_api: messagesApi.trim() === '' ? null : messagesApi.trim(),
    responses_api: responsesApi.trim() === '' ? null : responsesApi.trim(),
    name: draft.name.trim(),
    base_url: baseUrl.trim() === '' ? null : baseUrl.trim(),
    api_key: first,
    ...(others.length > 0 && { more_api_keys: others }),
  }
}

/** The changes of the form to a saved provider. */
export function toPatch(initial: ProviderDraft, draft: ProviderDraft): ProviderPatchInput {
  const { base_url: baseUrl } = toNewProvider(draft)
  const moved = isMoved(initial, draft)
  const keys = toKeyChoices(draft.keys, moved)
  const areSame = JSON.stringify(keys) === JSON.stringify(toKeyChoices(initial.keys, moved))
  return {
    ...toApi(draft),
    ...(moved && typeof baseUrl === 'string' && { base_url: baseUrl }),
    ...(!areSame && { api_keys: keys }),
  }
}

/** Only the server has the saved key, so a provider with the same address is tested by its id. */
export function toQuestion(id: string, initial: ProviderDraft, draft: ProviderDraft): ProviderTestInput {
  const same = !isMoved(initial, draft) && draft.keys.every(({ typed }) => typed === '')
  if (!same) return { of: 'draft', ...toNewProvider(draft) }
  return { of: 'stored', id, changes: draft.purpose === 'models' ? toApi(draft) : null }
}

/** Whether saved keys belong to another base URL. The server compares without trailing slashes too. */
export function isMoved(initial: ProviderDraft, draft: ProviderDraft): boolean {
  const plain = (url: string) => url.trim().replace(/\/+$/, '')
  return plain(draft.baseUrl) !== plain(initial.baseUrl)
}

function toApi(draft: ProviderDraft) {
  const { kind, server = null, messages_api = null, responses_api = null } = toNewProvider(draft)
  return { kind, server, messages_api, responses_api }
}

type KeyChoice = NonNullable<ProviderPatchInput['api_keys']>[number]

/** The keys of the draft, as the console takes them. @param isMoved whether saved keys belong to another base URL */
function toKeyChoices(keys: readonly KeyDraft[], isMoved: boolean): KeyChoice[] {
  return keys.flatMap<KeyChoice>(({ saved, typed }) => {
    if (typed.trim() !== '') return [{ key: typed.trim() }]
    return saved === null || isMoved ? [] : [{ saved }]
  })
}

const kinds = [...providerKinds, 'search'] as const satisfies readonly NewProviderInput['kind'][]

export const modelKinds = providerKinds

export const servers: readonly NonNullable<NewProviderInput['server']>[] = openAiServers

/** A provider named like an API format uses it; all others use OpenAI's. */
function kindOf(name: string): NewProviderInput['kind'] {
  return modelKinds.find(kind => kind === name) ?? 'openai'
}
