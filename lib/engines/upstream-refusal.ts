import { isErrorCode, type ErrorCode } from '#lib/errors.ts'
import { redact } from '#lib/redact.ts'
import { isRecord, readString } from './json.ts'
import { UpstreamError, type UpstreamErrorOptions } from './upstream-error.ts'

export interface Refusal {
  readonly status: number
  /** What could be read of the body. */
  readonly text: string
  readonly retryAfter: string | null
  readonly providerId: string
  readonly modelId: string
  /** Values that must not be repeated: key and address. */
  readonly secrets: readonly string[]
  /** Our own models process: it speaks our codes, and its 429 and 503 stand. */
  readonly local: boolean
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
    return error(
      'upstream_error',
      `The provider \`${providerId}\` says that the operator's balance is used up.`,
      {
        unhealthy: true,
      },
    )
  }
  const kept = refusesInput.has(status) ? keptCode(body.code, body.message) : null
  if (kept !== null) return error(kept, says, { param: body.param ?? 'messages' })
  if (refusesInput.has(status) && status !== 403) {
    return error(
      'invalid_value',
      says || `The provider \`${providerId}\` refused the request (${status}).`,
      place,
    )
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
const refusesInput: ReadonlySet<number> = new Set([400, 403, 413, 422])
const refusesUs: ReadonlySet<number> = new Set([401, 403])
const busy: ReadonlySet<number> = new Set([408, 409, 425])
const broken: ReadonlySet<string> = new Set([
  'internal_error',
  'upstream_error',
  'invalid_api_key',
  'missing_api_key',
])

/** Milliseconds of a `Retry-After`, given in seconds or as a date; null when absent or unreadable. */
export function readRetryAfter(value: string | null, now = Date.now()): number | null {
  if (value === null) return null
  const seconds = Number(value)
  if (value.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1000))
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

const contextPattern =
  /context[ _-]?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|reduce the length|input token count/i
const balancePattern = /credit balance|insufficient (balance|credits|funds)|exceeded your current quota/i
const policyPattern = /content[ _-]?(policy|filter|management)|responsible ai|moderation|flagged/i

function keptCode(code: string | null, message: string): ErrorCode | null {
  if (code === 'context_length_exceeded' || code === 'exceed_context_size_error')
    return 'context_length_exceeded'
  if (code === 'content_policy_violation' || code === 'content_filter') return 'content_policy_violation'
  if (contextPattern.test(message)) return 'context_length_exceeded'
  return policyPattern.test(message) ? 'content_policy_violation' : null
}

interface ErrorBody {
  readonly message: string
  readonly code: string | null
  readonly param: string | null
}

/** Reads the error shapes in use: nested, flat, a bare string, FastAPI's `detail`, Gemini's list of one. */
export function readErrorBody(text: string): ErrorBody {
  const outer = unwrap(parse(text))
  if (typeof outer === 'string') return { message: outer, code: null, param: null }
  if (!isRecord(outer)) return { message: '', code: null, param: null }
  const error = outer['error'] ?? outer
  if (typeof error === 'string') return { message: error, code: readString(outer['error_type']), param: null }
  if (!isRecord(error)) return { message: '', code: null, param: null }
  const detail = error['detail']
  const first: unknown = Array.isArray(detail) ? detail[0] : detail
  const message =
    readString(error['message']) ??
    readString(first) ??
    (isRecord(first) ? readString(first['msg']) : null) ??
    ''
  const code = readString(error['code']) ?? readString(error['type'])
  return { message, code, param: readString(error['param']) }
}

function unwrap(value: unknown): unknown {
  return Array.isArray(value) ? (value[0] as unknown) : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // An HTML page or a cut body says nothing that may be shown.
    if (error instanceof SyntaxError) return null
    throw error
  }
}
