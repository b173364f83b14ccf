import { ApiError } from '#lib/errors.ts'
import type { EmbedAnswer, EmbedRequest, WrittenVector } from '#lib/engines/embedding/embedding-model.ts'
import type { EmbeddingTarget } from '#lib/engines/embedding/embedding-target.ts'
import { notAdjustable } from './check-dimensions.ts'
import { readVector, writeVector } from './written-vector.ts'

/**
 * The vectors in the encoding and the number of dimensions that were asked for; as they came where they are so already.
 * @throws ApiError `upstream_error` for vectors of another length than the model's, `unsupported_parameter` where the
 *   upstream took no notice of `dimensions`
 */
export function fitVectors(
  answer: EmbedAnswer,
  request: EmbedRequest,
  target: EmbeddingTarget,
): readonly WrittenVector[] {
  const cut = cutOf(answer, request, target)
  return answer.vectors.map(vector => {
    if (cut === null && vector.encoding === request.encoding) return vector
    const whole = readVector(vector)
    const values = cut === null ? whole : shorten(whole, cut, request.normalized)
    return writeVector(values, request.encoding)
  })
}

/** To how many dimensions the vectors must be cut; null: to none. They all have one length. */
function cutOf(
  { vectors }: EmbedAnswer,
  { dimensions }: EmbedRequest,
  target: EmbeddingTarget,
): number | null {
  const [first] = vectors
  const wanted = dimensions ?? target.dimensions
  if (first === undefined || wanted === undefined) return null
  const given = first.dimensions
  if (given === wanted) return null
  if (dimensions === null || given < wanted) throw wrongLength(given, wanted, target)
  if (target.dimensionsAdjustable !== true) throw notAdjustable(target)
  return wanted
}

function shorten(vector: Float32Array, dimensions: number, normalized: boolean): Float32Array {
  const part = vector.slice(0, dimensions)
  if (!normalized) return part
  const length = Math.hypot(...part)
  return length === 0 ? part : part.map(value => value / length)
}

function wrongLength(given: number, wanted: number, target: EmbeddingTarget): ApiError {
  const message = `The provider \`${target.providerId}\` gave vectors of ${given} dimensions instead of ${wanted} for \`${target.publicId}\`.`
  return new ApiError('upstream_error', message)
}
