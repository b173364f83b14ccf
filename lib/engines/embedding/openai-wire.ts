import type { EmbedRequest } from './embedding-model.ts'
import type { EmbeddingWire } from './embedding-wire.ts'
import { findOpenAiVectors } from './find-openai-vectors.ts'

/** How a server departs from OpenAI's wire. Every field absent means: it does not. */
export interface OpenAiWireOptions {
  /** Inputs of one request; OpenAI takes 2,048, but 256 vectors are 8 MB already, and 9 ms of everybody's time. */
  readonly itemsMax?: number
  /** Its own name of `dimensions`. */
  readonly dimensionsField?: string
  /** Request fields that it refuses, left out. */
  readonly strip?: readonly string[]
  readonly takesTokens?: boolean
  readonly truncates?: boolean
  /** Fields for what OpenAI's wire cannot say. */
  extend?(request: EmbedRequest): Record<string, unknown>
}

/** The wire that nearly every server speaks. */
export function createOpenAiWire(options: OpenAiWireOptions = {}): EmbeddingWire {
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
