/**
 * The only error that crosses layers, and the tables that map each code to its HTTP status and type.
 * Two formats print it: `toErrorBody` here (the OpenAI-style envelope) and the map and upload contracts.
 */

const statusByCode = {
  invalid_json: 400,
  missing_required_parameter: 400,
  invalid_type: 400,
  invalid_value: 400,
  integer_below_min_value: 400,
  integer_above_max_value: 400,
  decimal_below_min_value: 400,
  decimal_above_max_value: 400,
  empty_array: 400,
  array_above_max_length: 400,
  string_above_max_length: 400,
  unsupported_parameter: 400,
  previous_response_not_found: 400,
  context_length_exceeded: 400,
  content_policy_violation: 400,
  url_not_allowed: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  signed_out: 401,
  sign_in_failed: 401,
  model_not_allowed: 403,
  model_unpriced: 403,
  endpoint_not_allowed: 403,
  robots_disallowed: 403,
  forbidden_origin: 403,
  role_not_allowed: 403,
  model_not_found: 404,
  item_not_found: 404,
  unknown_url: 404,
  not_found: 404,
  link_not_valid: 404,
  method_not_allowed: 405,
  email_taken: 409,
  last_owner: 409,
  request_too_large: 413,
  file_too_large: 413,
  unsupported_media_type: 415,
  unsupported_content_type: 415,
  unsupported_file_type: 415,
  unprocessable_file: 422,
  ocr_unavailable: 422,
  transcription_unavailable: 422,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  internal_error: 500,
  upstream_error: 502,
  fetch_failed: 502,
  no_provider_available: 503,
  search_unavailable: 503,
  store_unavailable: 503,
  model_loading: 503,
  model_unavailable: 503,
  upstream_timeout: 504,
  fetch_timeout: 504,
  processing_timeout: 504,
  storage_full: 507,
  upstream_stream_interrupted: 502,
  upstream_stream_timeout: 504,
  server_shutdown: 503,
  client_closed: 499,
} as const

export type ErrorCode = keyof typeof statusByCode
/** Every code, by status. */
export const errorCodes = Object.keys(statusByCode) as readonly ErrorCode[]
export const errorTypes = [
  'invalid_request_error',
  'permission_error',
  'rate_limit_error',
  'insufficient_quota',
  'server_error',
] as const
export type ErrorType = (typeof errorTypes)[number]

const typeOverrides: Partial<Record<ErrorCode, ErrorType>> = {
  model_not_allowed: 'permission_error',
  model_unpriced: 'permission_error',
  endpoint_not_allowed: 'permission_error',
  robots_disallowed: 'permission_error',
  forbidden_origin: 'permission_error',
  role_not_allowed: 'permission_error',
  rate_limit_exceeded: 'rate_limit_error',
  insufficient_quota: 'insufficient_quota',
}

// openai 7 stops after one attempt on this header; these errors were already retried, or retrying cannot help.
const finalCodes: ReadonlySet<ErrorCode> = new Set([
  'insufficient_quota',
  'upstream_error',
  'upstream_timeout',
])

/** `reason` of a request that a budget rejects only because of what it has reserved for requests in progress. */
export const budgetReservedReason = 'budget_reserved'

/** Whether a budget has too little left for a request. */
export function lacksBudget({ code, reason }: ApiError): boolean {
  return code === 'insufficient_quota' || reason === budgetReservedReason
}

export interface ApiErrorOptions {
  cause?: unknown
  /** Dotted path into the request, e.g. `messages.0.role`. */
  param?: string
  /** Set by the layer that knows: 408, 409, 425, 429, 5xx and connection errors. */
  retryable?: boolean
  /** Milliseconds after which a retry may succeed; printed as `retry-after` and `retry-after-ms`. */
  retryAfterMs?: number
  /** Overrides the code's own `x-should-retry: false`. */
  final?: boolean
  /** One word that distinguishes errors with the same code, e.g. `encrypted`. */
  reason?: string
}

/** An error with its code, its retry advice and, where known, the request field. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly param: string | null
  readonly retryable: boolean
  readonly retryAfterMs: number | null
  readonly final: boolean
  readonly reason: string | null

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(cutEchoes(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.param = options.param === undefined ? null : cutPath(options.param)
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs ?? null
    this.final = options.final ?? finalCodes.has(code)
    this.reason = options.reason ?? null
  }

  /** HTTP status of the code. */
  get status(): number {
    return statusByCode[this.code]
  }

  get type(): ErrorType {
    return typeOverrides[this.code] ?? (this.status >= 500 ? 'server_error' : 'invalid_request_error')
  }
}

const echoCharsMax = 100
const messageCharsMax = 4000
const pathCharsMax = 1000

/** An error must not grow with the request: what it repeats between backquotes is cut. */
function cutEchoes(message: string): string {
  if (message.length <= echoCharsMax) return message
  return cut(
    message.replace(/`[^`]+`/g, quoted => `\`${cut(quoted.slice(1, -1), echoCharsMax)}\``),
    messageCharsMax,
  )
}

/** Names in it may be the caller's own. */
function cutPath(path: string): string {
  if (path.length <= echoCharsMax) return path
  const names = path.split('.', pathCharsMax).map(name => cut(name, echoCharsMax))
  return cut(names.join('.'), pathCharsMax)
}

function cut(text: string, charsMax: number): string {
  return text.length > charsMax ? `${text.slice(0, charsMax)}…` : text
}

export interface ErrorBody {
  error: { message: string; type: ErrorType; param: string | null; code: ErrorCode }
}

/** The error body; all four keys are always present. */
export function toErrorBody(error: ApiError): ErrorBody {
  return { error: { message: error.message, type: error.type, param: error.param, code: error.code } }
}

/** Converts any thrown value to an ApiError; unexpected errors become a generic 500 without details. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isFullDisk(error)) {
    const message = 'The server is out of disk space. The operator must free some.'
    return new ApiError('storage_full', message, { cause: error })
  }
  return new ApiError('internal_error', 'Internal error. Look up the request ID in the log.', {
    cause: error,
  })
}

// Of Node, of SQLite (the second where it has no room for its index of the log) and of PostgreSQL.
const fullDiskCodes: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
  '53100',
])

/** Whether a file or a database could not be written because the disk or its quota is full. */
export function isFullDisk(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && fullDiskCodes.has(error.code)
}

/** True for a code of this version: a foreign error body may contain any string. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(statusByCode, value)
}
