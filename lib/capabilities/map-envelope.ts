import type { mapContract } from '#lib/contracts/map.ts'
import { mapSchema } from '#lib/contracts/map.ts'
import type { mapEnvelopeContract } from '#lib/contracts/web.ts'
import { ApiError } from '#lib/errors.ts'
import type { Handler } from './call.ts'
import { toWebEnvelope } from './web-envelope.ts'

/** Lists the pages of a website, asked and answered in the envelope; it comes as a whole. */
export function createMapEnvelope(
  map: Handler<typeof mapContract>,
  version: string,
): Handler<typeof mapEnvelopeContract> {
  return async ({ params }, call) => {
    try {
      const answer = await map({ ...params, stream: false }, call)
      const { success: _, ...data } = mapSchema.parse(answer)
      return toWebEnvelope('map', data, 0, version)
    } catch (error) {
      throw below(error)
    }
  }
}

/** Its fields stand one level deeper than in a flat body. */
function below(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.param === null) return error
  return new ApiError(error.code, error.message, { param: `params.${error.param}`, cause: error.cause })
}
