import type { embeddingTasks } from '#lib/contracts/api/embeddings.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'

export type EmbeddingEncoding = 'float' | 'base64'
export type EmbeddingTask = (typeof embeddingTasks)[number]

/** What is embedded: texts, or their token ids for servers that take them. */
export type EmbeddingInputs =
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'tokens'; readonly tokens: readonly (readonly number[])[] }

export interface EmbedRequest {
  readonly inputs: EmbeddingInputs
  /** What the client wants: a server that can write it is asked for it, so that nothing has to be converted. */
  readonly encoding: EmbeddingEncoding
  /** Null: the model's own. */
  readonly dimensions: number | null
  readonly task: EmbeddingTask | null
  readonly truncate: boolean
  readonly lateChunking: boolean
  readonly normalized: boolean
  /** Fields that Sextant does not know, sent as they are where the server has OpenAI's or Jina's API. */
  readonly extra: Readonly<Record<string, unknown>>
}

/**
 * One vector as the upstream wrote it: the JSON text of an array of numbers with its brackets, or base64 of
 * little-endian float32 without quotes. All numbers are finite as float32, and there is at least one.
 */
export interface WrittenVector {
  readonly encoding: EmbeddingEncoding
  readonly text: Buffer
  readonly dimensions: number
}

export interface EmbedAnswer {
  /** One per input, in the order of the inputs, all of the same number of dimensions. */
  readonly vectors: readonly WrittenVector[]
  /** Null: the upstream did not say. */
  readonly promptTokens: number | null
  /** US dollars that the upstream reports; null: it reports no cost. */
  readonly costUsd: number | null
}

/** An embedding model of one provider. */
export interface EmbeddingModel {
  readonly providerId: string
  /** The upstream's own name of the model. */
  readonly modelId: string
  /** Whether it takes token ids; absent: texts only, and the capability refuses the others. */
  readonly takesTokens?: boolean
  /** Whether the server measures its inputs itself and cuts them when `truncate` is set; absent: we do both. */
  readonly truncates?: boolean
  /**
   * Makes one attempt; more inputs than the server takes at once are sent in parts and joined.
   * @throws UpstreamError, an ApiError whose `retryable` says whether this model may be asked again; also when the
   *   answer has another number of vectors, or numbers that are not finite
   */
  embed(request: EmbedRequest, options: AttemptOptions): Promise<EmbedAnswer>
}
