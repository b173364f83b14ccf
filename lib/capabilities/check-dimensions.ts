import { ApiError } from '#lib/errors.ts'
import type { EmbeddingTarget } from '#lib/engines/embedding/embedding-target.ts'

/**
 * Refuses a number of dimensions that the model cannot give, before it is asked.
 * @throws ApiError `unsupported_parameter`, `integer_above_max_value`
 */
export function checkDimensions(dimensions: number | null, target: EmbeddingTarget): void {
  if (dimensions === null) return
  if (target.dimensionsAdjustable === false) throw notAdjustable(target)
  const native = target.dimensions ?? Infinity
  if (dimensions <= native) return
  const message = `'dimensions' is ${dimensions}; \`${target.publicId}\` has ${native}.`
  throw new ApiError('integer_above_max_value', message, { param: 'dimensions' })
}

/** A part of the vector of a model that was not trained for it means little. */
export function notAdjustable(target: EmbeddingTarget): ApiError {
  const size = target.dimensions === undefined ? '' : ` and always gives ${target.dimensions}`
  const message = `The model \`${target.publicId}\` cannot give fewer dimensions${size}. Leave \`dimensions\` out.`
  return new ApiError('unsupported_parameter', message, { param: 'dimensions' })
}
