import { BatchTooLarge, readBatchRefusal } from './batch-too-large.ts'
import { keptCode } from './kept-code.ts'
import type { ReadRefusal } from './read-refusal.ts'
import { UpstreamError } from './upstream-error.ts'

const refusesInput: ReadonlySet<number> = new Set([400, 403, 413, 422])
// llama.cpp answers 500 for an embedding input that does not fit.
const overlongPattern = /is too large to process/i

/** What the upstream has against the request itself; null when it refuses for another reason. */
export function toInputRefusal(refusal: ReadRefusal): UpstreamError | null {
  const { status, body, says, cause, providerId, inputField } = refusal
  if (!refusesInput.has(status) && !overlongPattern.test(body.message)) return null
  const message = says || `The provider \`${providerId}\` refused the request (${status}).`
  const tooLarge = { cause, param: body.param ?? inputField }
  const batch = readBatchRefusal(body.message)
  if (batch !== null) return new BatchTooLarge(message, batch.itemsMax, tooLarge)
  const kept = keptCode(body.code, body.message)
  if (kept !== null) return new UpstreamError(kept, says, tooLarge)
  if (status === 413) return new BatchTooLarge(message, null, tooLarge)
  // A 403 that names no fault of the request is about our key.
  if (status === 403) return null
  return new UpstreamError('invalid_value', message, {
    cause,
    ...(body.param !== null && { param: body.param }),
  })
}
