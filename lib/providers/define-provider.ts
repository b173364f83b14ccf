import type { ProviderId, ProviderKind } from '#lib/known-providers.ts'
import type { EmbeddingAdapter } from '#lib/providers/embedding/embedding-adapter.ts'
import {
  createOpenAiCompatible,
  type OpenAiCompatibleOptions,
} from '#lib/providers/openai-compatible/chat.ts'
import type { LanguageModel } from '#lib/providers/openai-compatible/language-model.ts'
import type { Quirks } from '#lib/providers/openai-compatible/quirks.ts'
import type { RerankAdapter } from '#lib/providers/reranking/rerank-adapter.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import { createTranscriber } from '#lib/speech/create-transcriber.ts'
import type { SpeechModel } from '#lib/speech/speech-model.ts'
import type { ListedModel } from './listed-model.ts'

/** Everything that is specific to one vendor or kind of server. A missing capability means that it has none. */
export interface ProviderDefinition {
  readonly id: ProviderId
  /** The API it is configured with; `openai` for whatever speaks OpenAI's. */
  readonly kind: ProviderKind
  /** Absent: it is self-hosted, and its address has to be configured. */
  readonly baseUrl?: string
  /** Environment variable that configures it. */
  readonly variable?: string
  /** What the variable holds: an address stands for servers that ask for no key. */
  readonly gives?: 'key' | 'address'
  /** How its address is recognized: by the host name, or by the host with its port. */
  readonly hosts: readonly RegExp[]
  /** Formats of chat requests that it takes. */
  readonly apiFormats: readonly ('chat' | 'messages')[]
  /** Whether its answers always report what they cost. */
  readonly reportsCosts?: boolean
  /** How it departs from OpenAI's chat completions. */
  readonly quirks: Quirks
  /**
   * What the vendor's pages say of its models; most model lists do not. Where a model offers several sizes and its
   * default is not the largest, `dimensions` stays unknown, so that the larger may be asked for.
   */
  readonly models: readonly ListedModel[]
  /** Headers that carry the key; absent: a bearer token. */
  headers?(apiKey: string | null): Readonly<Record<string, string>>
  /** Where each API lives, whichever of its base addresses was configured; absent: all at the one configured. */
  addresses?(baseUrl: string): ProviderAddresses
  /** A request that is answered only to a good key; absent: the model list. */
  readonly probe?: Probe
  /** Absent: `GET /models`, completed by `models`. */
  readonly list?: ListModels
  readonly chat?: (options: OpenAiCompatibleOptions) => LanguageModel
  readonly embeddings?: EmbeddingAdapter
  readonly rerank?: RerankAdapter
  readonly speech?: (upstream: ModelUpstream) => SpeechModel
}

/** `embeddings` stands for rerank too. */
export type ProviderAddresses = Readonly<Record<'chat' | 'embeddings' | 'list', string>>

export interface Probe {
  readonly address: keyof ProviderAddresses
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

/**
 * @param get the JSON at a path below the list's address
 * @param models what the definition knows
 */
export type ListModels = (
  get: (path: string) => Promise<unknown>,
  models: readonly ListedModel[],
) => Promise<readonly ListedModel[]>

type Defaulted = 'hosts' | 'apiFormats' | 'quirks' | 'models'
type ProviderInput = Omit<ProviderDefinition, Defaulted> & Partial<Pick<ProviderDefinition, Defaulted>>

/** A definition with its defaults: `kind: 'openai'` brings OpenAI's chat completions and transcriptions. */
export function defineProvider(input: ProviderInput): ProviderDefinition {
  const apiFormats = input.apiFormats ?? (input.kind === 'openai' ? ['chat'] : [])
  return {
    hosts: [],
    quirks: {},
    models: [],
    ...(apiFormats.includes('chat') && { chat: createOpenAiCompatible }),
    ...(input.kind === 'openai' && { speech: createTranscriber }),
    ...input,
    apiFormats,
  }
}

/** Asks for one vector, of vendors whose model list is missing or open to anybody. */
export function probeEmbeddings(model: string): Probe {
  const body = JSON.stringify({ model, input: ['test'] })
  return { address: 'embeddings', method: 'POST', path: '/embeddings', body }
}
