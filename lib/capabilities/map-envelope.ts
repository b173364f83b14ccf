import type { mapEnvelopeContract } from '#lib/contracts/web.ts'
import { ApiError } from '#lib/errors.ts'
import type { Handler } from './call.ts'
import { toWebEnvelope } from './web-envelope.ts'
import { writeWebJson } from './web-json.ts'
import type { WebThread } from './web-thread.ts'

/** Lists the pages of a website, asked and answered in the envelope; it comes as a whole. */
export function createMapEnvelope(thread: WebThread, version: string): Handler<typeof mapEnvelopeContract> {
  return async ({ params }, call) => {
    try {
      const { success: _, ...data } = await thread.ask({ kind: 'findPages', input: params }, call)
      return await writeWebJson(toWebEnvelope('map', data, 0, version))
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
