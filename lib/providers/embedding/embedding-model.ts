import type { embeddingTasks } from '#lib/contracts/api/embeddings.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'

export type EmbeddingEncoding = 'float' | 'base64'
export type EmbeddingTask = (typeof embeddingTasks)[number]

/** The input: texts, or token ids for servers that accept them. */
export type EmbeddingInputs =
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'tokens'; readonly tokens: readonly (readonly number[])[] }

export interface EmbedRequest {
  readonly inputs: EmbeddingInputs
  /** The client's encoding, requested from servers that support it to avoid conversion. */
  readonly encoding: EmbeddingEncoding
  /** Null: the model's default. */
  readonly dimensions: number | null
  readonly task: EmbeddingTask | null
  readonly truncate: boolean
  readonly lateChunking: boolean
  readonly normalized: boolean
  /** Unknown fields, passed through where the server has OpenAI's or Jina's API. */
  readonly extra: Readonly<Record<string, unknown>>
}

/**
 * One vector as received: the JSON text of an array of numbers with its brackets, or base64 of little-endian
 * float32 without quotes. It has at least one number, and all are finite as float32.
 */
export interface WrittenVector {
  readonly encoding: EmbeddingEncoding
  readonly text: Buffer
  readonly dimensions: number
}

export interface EmbedAnswer {
  /** One per input, in input order, all with the same number of dimensions. */
  readonly vectors: readonly WrittenVector[]
  /** Null: not reported by the upstream. */
  readonly promptTokens: number | null
  /** Reported cost in US dollars; null: none reported. */
  readonly costUsd: number | null
}

/** An embedding model of one provider. */
export interface EmbeddingModel {
  readonly providerId: string
  /** The upstream's name of the model. */
  readonly modelId: string
  /** Whether it accepts token ids; absent: texts only, and the capability rejects token ids. */
  readonly takesTokens?: boolean
  /**
   * Whether the server measures inputs itself and truncates them when `truncate` is set; absent: we do both.
   */
  readonly truncates?: boolean
  /**
   * Makes one attempt; inputs over the server's batch size are sent in batches and joined.
   * @throws UpstreamError, an ApiError whose `retryable` says whether to retry this model; also when the
   * number of vectors is wrong or a number is not finite
   */
  embed(request: EmbedRequest, options: AttemptOptions): Promise<EmbedAnswer>
}
