import { isErrorCode, type ErrorCode } from '#lib/errors.ts'
import { redact } from '#lib/redact.ts'
import { BatchTooLarge, readBatchRefusal } from './batch-too-large.ts'
import { keptCode } from './kept-code.ts'
import type { ModelUpstream } from './model-upstream.ts'
import { readErrorBody } from './read-error-body.ts'
import { readRetryAfter } from './read-retry-after.ts'
import { UpstreamError, type UpstreamErrorOptions } from './upstream-error.ts'

export interface Refusal extends Pick<
  ModelUpstream,
  'providerId' | 'modelId' | 'secrets' | 'local' | 'inputField'
> {
  readonly status: number
  /** What could be read of the body. */
  readonly text: string
  readonly retryAfter: string | null
}

/** What an upstream's refusal means, whether it came as a status or as an error inside a 200. */
export function toRefusalError(refusal: Refusal): UpstreamError {
  const { status, providerId, modelId, local, secrets } = refusal
  const body = readErrorBody(refusal.text)
  const retryAfterMs = readRetryAfter(refusal.retryAfter)
  const wait = retryAfterMs === null ? {} : { retryAfterMs }
  const cause = new Error(`${status} ${redact(refusal.text.slice(0, keptCharsMax), secrets)}`)
  const says = redact(body.message, secrets).slice(0, keptCharsMax)
  const place = body.param === null ? {} : { param: body.param }
  const error = (code: ErrorCode, message: string, options: UpstreamErrorOptions = {}) =>
    new UpstreamError(code, message, { cause, ...options })

  if (local && isErrorCode(body.code) && !broken.has(body.code))
    return error(body.code, says, { ...place, ...wait })
  if (
    status === 402 ||
    (status < 500 && (body.code === 'insufficient_quota' || balancePattern.test(body.message)))
  ) {
    const message = `The provider \`${providerId}\` says that the operator's balance is used up.`
    return error('upstream_error', message, { unhealthy: true })
  }
  if (refusesInput.has(status) || overlongPattern.test(body.message)) {
    const refused = says || `The provider \`${providerId}\` refused the request (${status}).`
    const batch = readBatchRefusal(body.message)
    if (batch !== null) return new BatchTooLarge(refused, batch.itemsMax, { cause, ...place })
    const kept = keptCode(body.code, body.message)
    if (kept !== null) return error(kept, says, { param: body.param ?? refusal.inputField })
    if (status === 413) return new BatchTooLarge(refused, null, { cause, ...place })
    if (status !== 403) return error('invalid_value', refused, place)
  }
  if (refusesUs.has(status)) {
    const message = `The provider \`${providerId}\` refused the key that the operator set.`
    return error('upstream_error', message, { unhealthy: true })
  }
  if (status === 404) {
    const message = `The provider \`${providerId}\` has no model \`${modelId}\`.`
    return error('model_not_found', message, { param: 'model' })
  }
  if (status === 429) {
    const message = `The provider \`${providerId}\` limits its rate. Try again later.`
    return error('rate_limit_exceeded', message, { retryable: true, ...wait })
  }
  const retryable = status >= 500 || busy.has(status)
  return error('upstream_error', `The provider \`${providerId}\` answered with status ${status}.`, {
    retryable,
    ...wait,
  })
}

const keptCharsMax = 2048
// llama.cpp answers 500 for an embedding input that does not fit, and names its batch size.
const overlongPattern = /is too large to process/i
const balancePattern = /credit balance|insufficient (balance|credits|funds)|exceeded your current quota/i
const refusesInput: ReadonlySet<number> = new Set([400, 403, 413, 422])
const refusesUs: ReadonlySet<number> = new Set([401, 403])
const busy: ReadonlySet<number> = new Set([408, 409, 425])
const broken: ReadonlySet<string> = new Set([
  'internal_error',
  'upstream_error',
  'invalid_api_key',
  'missing_api_key',
])
