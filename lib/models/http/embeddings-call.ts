import { ApiError } from '#lib/errors.ts'
import { embeddingsRequestSchema, type EmbeddingsRequest } from '#lib/contracts/embeddings.ts'
import { findEntry } from '#lib/models/catalogue.ts'
import type { EmbeddingEntry } from '#lib/models/catalogue-entry.ts'
import { parseBody } from './parse-body.ts'

export interface EmbeddingsCall {
  readonly entry: EmbeddingEntry
  readonly texts: readonly string[]
  readonly encoding: 'float' | 'base64'
  /** Written in front of each text, where the request says what the texts are for. */
  readonly prefix: string
  readonly truncate: boolean
  readonly normalized: boolean
}

/**
 * Everything that can be said about a request without a model in memory.
 * @throws ApiError with the code and field of the first mistake
 */
export function readEmbeddingsCall(body: unknown): EmbeddingsCall {
  const request = parseBody(embeddingsRequestSchema, body)
  const entry = findEntry(request.model) ?? findEntry(`local/${request.model}`)
  if (entry?.kind !== 'embeddings')
    throw new ApiError(
      'model_not_found',
      `The embedded engine has no embedding model \`${request.model}\`.`,
      {
        param: 'model',
      },
    )
  if (typeof request.dimensions === 'number')
    throw new ApiError(
      'unsupported_parameter',
      `\`${entry.id}\` always gives ${entry.dimensions} dimensions. Leave \`dimensions\` out.`,
      { param: 'dimensions' },
    )
  return {
    entry,
    texts: readTexts(request.input, entry.id),
    encoding: request.encoding_format ?? request.embedding_type ?? 'float',
    prefix: toPrefix(request.task, entry),
    truncate: request.truncate ?? false,
    normalized: request.normalized ?? true,
  }
}

function readTexts(input: EmbeddingsRequest['input'], modelId: string): string[] {
  const texts = typeof input === 'string' ? [input] : input.filter(text => typeof text === 'string')
  if (typeof input === 'string' || texts.length === input.length) return texts
  throw new ApiError('unsupported_parameter', `\`${modelId}\` takes texts, not token ids.`, {
    param: 'input',
  })
}

function toPrefix(task: EmbeddingsRequest['task'], { prefixes }: EmbeddingEntry): string {
  if (task === 'retrieval.query') return prefixes.query
  return task === 'retrieval.passage' ? prefixes.passage : ''
}
