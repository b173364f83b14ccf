import type { EmbeddingAdapter } from './embedding-adapter.ts'
import type { EmbedRequest } from './embedding-model.ts'
import { findOpenAiVectors } from './find-openai-vectors.ts'

/** Differences of a server from OpenAI's embeddings API; absent: none. */
interface OpenAiEmbeddingOptions {
  /**
   * Inputs per request. OpenAI allows 2,048, but 256 vectors are already 8 MB and block the process for 9 ms.
   */
  readonly itemsMax?: number
  /** Its name of `dimensions`. */
  readonly dimensionsField?: string
  /** Request fields that it rejects; omitted. */
  readonly strip?: readonly string[]
  readonly takesTokens?: boolean
  readonly truncates?: boolean
  /** Fields missing from OpenAI's API. */
  extend?(request: EmbedRequest): Record<string, unknown>
}

/** OpenAI's embeddings API, which most servers implement. */
export function createOpenAiEmbeddings(options: OpenAiEmbeddingOptions = {}): EmbeddingAdapter {
  const { itemsMax = 256, dimensionsField = 'dimensions', takesTokens = true, truncates = false } = options
  return {
    path: '/embeddings',
    limits: { itemsMax },
    takesTokens,
    truncates,
    toBody: (request, modelId) => ({
      ...without(request.extra, options.strip),
      ...options.extend?.(request),
      model: modelId,
      input: toInput(request),
      encoding_format: request.encoding,
      ...(request.dimensions !== null && { [dimensionsField]: request.dimensions }),
    }),
    findVectors: findOpenAiVectors,
  }
}

function toInput({ inputs }: EmbedRequest): readonly unknown[] {
  return inputs.kind === 'texts' ? inputs.texts : inputs.tokens
}

function without(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  if (names.length === 0) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
