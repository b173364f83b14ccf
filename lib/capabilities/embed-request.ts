import { embeddingsRequestSchema, type EmbeddingsRequest } from '#lib/contracts/embeddings.ts'
import type { EmbeddingInputs, EmbedRequest } from '#lib/engines/embedding/embedding-model.ts'

/** The request as an engine takes it: defaults filled in, what we do not know kept apart, and nulls left out. */
export function toEmbedRequest(input: EmbeddingsRequest): EmbedRequest {
  return {
    inputs: toInputs(input.input),
    encoding: input.encoding_format ?? input.embedding_type ?? 'float',
    dimensions: input.dimensions ?? null,
    task: input.task ?? null,
    truncate: input.truncate ?? false,
    lateChunking: input.late_chunking ?? false,
    normalized: input.normalized ?? true,
    extra: Object.fromEntries(
      Object.entries(input).filter(([name, value]) => !ours.has(name) && value !== null),
    ),
  }
}

// `user` is nobody's but the upstream's.
const ours = new Set(Object.keys(embeddingsRequestSchema.shape).filter(name => name !== 'user'))

function toInputs(input: EmbeddingsRequest['input']): EmbeddingInputs {
  if (typeof input === 'string') return { kind: 'texts', texts: [input] }
  if (isTexts(input)) return { kind: 'texts', texts: input }
  return { kind: 'tokens', tokens: isTokens(input) ? [input] : input }
}

function isTexts(input: readonly unknown[]): input is readonly string[] {
  return typeof input[0] === 'string'
}

function isTokens(input: readonly unknown[]): input is number[] {
  return typeof input[0] === 'number'
}
