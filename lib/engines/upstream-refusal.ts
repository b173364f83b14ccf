import { isErrorCode, type ErrorCode } from '#lib/errors.ts'
import { redact } from '#lib/redact.ts'
import { isRecord, readString } from './json.ts'
import { UpstreamError } from './upstream-error.ts'

const messageCharsMax = 2048
const retryableStatuses: ReadonlySet<number> = new Set([408, 409, 425])

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
  const body = readErrorBody(refusal.text)
  const { status, providerId, modelId } = refusal
  const retryAfterMs = readRetryAfter(refusal.retryAfter)
  const wait = retryAfterMs === null ? {} : { retryAfterMs }
  const says = redact(body.message, refusal.secrets).slice(0, messageCharsMax)
  const param = body.param === null ? {} : { param: body.param }
  if (refusal.local && isErrorCode(body.code) && status < 500 + 4 && body.code !== 'internal_error') {
    return new UpstreamError(body.code, says, {
      ...param,
      ...wait,
      final: status === 503 && retryAfterMs === null,
    })
  }

  const kept = keptCode(body.code, body.message)
  if (kept !== null && status < 500) return new UpstreamError(kept, says, { param: body.param ?? 'messages' })
  if (
    status === 401 ||
    status === 402 ||
    status === 403 ||
    (status === 429 && body.code === 'insufficient_quota')
  ) {
    return new UpstreamError(
      'upstream_error',
      `The provider \`${providerId}\` refused the operator's key or balance.`,
      {
        unhealthy: true,
      },
    )
  }
  if (status === 404) {
    return new UpstreamError(
      'model_not_found',
      `The provider \`${providerId}\` has no model \`${modelId}\`.`,
      {
        param: 'model',
      },
    )
  }
  if (status === 429) {
    const message = `The provider \`${providerId}\` limits its rate. Try again later.`
    return new UpstreamError('rate_limit_exceeded', message, { retryable: true, ...wait })
  }
  if (status >= 500 || retryableStatuses.has(status)) {
    const message = `The provider \`${providerId}\` failed with status ${status}.`
    return new UpstreamError('upstream_error', message, { retryable: true, ...wait })
  }
  if (status === 400 || status === 413 || status === 422) {
    const message = says === '' ? `The provider \`${providerId}\` refused the request (${status}).` : says
    return new UpstreamError('invalid_value', message, param)
  }
  return new UpstreamError(
    'upstream_error',
    `The provider \`${providerId}\` answered with status ${status}.`,
    {},
  )
}

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
