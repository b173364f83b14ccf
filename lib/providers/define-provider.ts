import { type ProviderHead, providerHead } from '#lib/known-providers.ts'
import type { EmbeddingAdapter } from '#lib/providers/embedding/embedding-adapter.ts'
import {
  createOpenAiCompatible,
  type OpenAiCompatibleOptions,
} from '#lib/providers/openai-compatible/chat.ts'
import type { LanguageModel } from '#lib/providers/openai-compatible/language-model.ts'
import type { Quirks } from '#lib/providers/openai-compatible/quirks.ts'
import type { RerankAdapter } from '#lib/providers/reranking/rerank-adapter.ts'
import type { ListedModel } from './listed-model.ts'

/** Everything specific to one vendor or type of server. Absent capabilities are not supported. */
export interface ProviderDefinition extends ProviderHead {
  /** Recognizes its URL by host name or by host and port. */
  readonly hosts: readonly RegExp[]
  /** Supported formats of chat requests. */
  readonly apiFormats: readonly ('chat' | 'messages' | 'responses')[]
  /** Whether its responses always report their cost. */
  readonly reportsCosts?: boolean
  /** Seconds that a transcription is billed for at least. */
  readonly speechSecondsMin?: number
  /** Whether the total of its usage counts thinking that the completion leaves out. */
  readonly hidesThinking?: boolean
  /** Upstream ids of models that search the web although no request asks for it, and whose answers do not count it. */
  readonly searchesUnasked?: RegExp
  /** Whether operators run it themselves, so that its models cost nothing unless they are given a price. */
  readonly free?: boolean
  /** Differences from OpenAI's chat completions. */
  readonly quirks: Quirks
  /**
   * Model facts from the vendor's docs; most model lists lack them. Where a model offers several sizes and
   * its default is not the largest, `dimensions` stays unknown so that the larger can be requested.
   */
  readonly models: readonly ListedModel[]
  /** Headers with the key; absent: a bearer token. */
  headers?(apiKey: string | null): Readonly<Record<string, string>>
  /** Base URL of each API, whichever base URL is configured; absent: the configured one for all. */
  urls?(baseUrl: string): ProviderUrls
  /** A request that requires a valid key; absent: the model list. */
  readonly probe?: Probe
  /** Absent: `GET /models`, completed by `models`. */
  readonly list?: ListModels
  readonly chat?: (options: OpenAiCompatibleOptions) => LanguageModel
  readonly embeddings?: EmbeddingAdapter
  readonly rerank?: RerankAdapter
}

/** `embeddings` also covers rerank. */
export type ProviderUrls = Readonly<Record<'chat' | 'embeddings' | 'list', string>>

export interface Probe {
  readonly url: keyof ProviderUrls
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

/**
 * @param get the JSON at a path below the list's URL
 * @param models models known by the definition
 */
export type ListModels = (
  get: (path: string) => Promise<unknown>,
  models: readonly ListedModel[],
) => Promise<readonly ListedModel[]>

type Defaulted = 'hosts' | 'apiFormats' | 'quirks' | 'models'
type ProviderInput = Pick<ProviderHead, 'id'> &
  Omit<ProviderDefinition, keyof ProviderHead | Defaulted> &
  Partial<Pick<ProviderDefinition, Defaulted>>

/**
 * A definition with its line in `lib/known-providers.ts` and its defaults. `kind: 'openai'` includes chat
 * completions and transcriptions.
 */
export function defineProvider(input: ProviderInput): ProviderDefinition {
  const head = providerHead(input.id)
  const apiFormats = input.apiFormats ?? (head.kind === 'openai' ? ['chat'] : [])
  return {
    ...head,
    hosts: [],
    quirks: {},
    models: [],
    ...(apiFormats.includes('chat') && { chat: createOpenAiCompatible }),
    ...input,
    apiFormats,
  }
}

/** Requests one vector, for vendors whose model list is missing or public. */
export function probeEmbeddings(model: string): Probe {
  const body = JSON.stringify({ model, input: ['test'] })
  return { url: 'embeddings', method: 'POST', path: '/embeddings', body }
}
