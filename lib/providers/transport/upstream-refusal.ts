import { isErrorCode, type ErrorCode } from '#lib/errors.ts'
import { redactStart } from '#lib/redact.ts'
import type { ModelUpstream } from './model-upstream.ts'
import { readRetryAfter } from '#lib/read-retry-after.ts'
import { UpstreamError } from './upstream-error.ts'
import { BatchTooLarge, readBatchRefusal } from './batch-too-large.ts'
import { isRecord, readString } from './json.ts'
import { readJson } from '#lib/read-json.ts'

export interface Refusal extends Pick<
  ModelUpstream,
  'providerId' | 'modelId' | 'secrets' | 'local' | 'inputField'
> {
  readonly status: number
  /** The readable part of the body. */
  readonly text: string
  readonly retryAfter: string | null
  /** Of the request's body. */
  readonly inputHash?: string | null
}

const keptCharsMax = 2048
const paramCharsMax = 200

/** The upstream's answer, for the log. */
export class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer'
  readonly status: number
  /** The beginning of its body, without secrets. */
  readonly text: string

  constructor(status: number, text: string) {
    super(`${status} ${text}`)
    this.status = status
    this.text = text
  }
}

/** Converts an upstream error, from a status or inside a 200, to an API error. */
export function toRefusalError(refusal: Refusal): UpstreamError {
  const { status, text, secrets } = refusal
  const said = readErrorBody(text)
  const param = said.param === null ? null : redactStart(said.param, secrets, paramCharsMax)
  const body = { ...said, param }
  const retryAfterMs = readRetryAfter(refusal.retryAfter)
  const read: ReadRefusal = {
    ...refusal,
    body,
    says: redactStart(body.message, secrets, keptCharsMax),
    cause: new RefusedAnswer(status, redactStart(text, secrets, keptCharsMax)),
    wait: retryAfterMs === null ? {} : { retryAfterMs },
    inputHash: refusal.inputHash ?? null,
  }
  return toOwnRefusal(read) ?? toBalanceRefusal(read) ?? toInputRefusal(read) ?? toServerRefusal(read)
}

// These are faults of our own process too: the client cannot fix them.
const broken: ReadonlySet<string> = new Set([
  'internal_error',
  'upstream_error',
  'invalid_api_key',
  'missing_api_key',
])

function toOwnRefusal({ local, body, says, cause, wait }: ReadRefusal): UpstreamError | null {
  if (!local || !isErrorCode(body.code) || broken.has(body.code)) return null
  return new UpstreamError(body.code, says, {
    cause,
    ...wait,
    ...(body.param !== null && { param: body.param }),
  })
}

// Vendors repeat values of the request in their messages: a client must not be able to say it.
const balancePattern =
  /^(?:(?:you|your|account|team|organization|has|have) )*(?:credit balance|insufficient (?:balance|credits|funds)|exceeded your current quota)/i
const balanceStatuses: ReadonlySet<number> = new Set([401, 403, 429])
// Anthropic's answer to a request that is right.
const ofInvalidRequest = /^your credit balance/i
// OpenRouter's answer to a request that may cost more than is left; a smaller one works.
const ofThisRequest = /fewer max_tokens|can only afford/i

function toBalanceRefusal({ status, body, providerId, cause }: ReadRefusal): UpstreamError | null {
  const { code, message: said } = body
  const isOfBalance =
    status === 402 ||
    (status < 500 && code === 'insufficient_quota') ||
    (balanceStatuses.has(status) && balancePattern.test(said)) ||
    (status === 400 && ofInvalidRequest.test(said))
  if (!isOfBalance) return null
  if (ofThisRequest.test(said)) {
    const message = `The operator's balance at the provider \`${providerId}\` is too low for this request. Lower its limit of tokens.`
    return new UpstreamError('upstream_error', message, { cause, unhealthy: true })
  }
  const message = `The provider \`${providerId}\` reports that the operator's balance is exhausted.`
  return new UpstreamError('upstream_error', message, {
    cause,
    unhealthy: true,
    ofKey: { reason: 'balance', scope: 'key' },
  })
}

// OpenAI's answer to a request that is larger than the limit of a minute.
const tooLargeForMinute = /^request too large\b/i

const busy: ReadonlySet<number> = new Set([408, 409, 425])

function toServerRefusal(read: ReadRefusal): UpstreamError {
  const { status, providerId, modelId, local, cause, wait, inputHash } = read
  switch (status) {
    case 401:
    case 403: {
      const message = `The provider \`${providerId}\` rejected its configured API key.`
      // A 403 may be about one model that the key may not use.
      const scope = status === 401 ? 'key' : 'deployment'
      return new UpstreamError('upstream_error', message, {
        cause,
        unhealthy: true,
        ofKey: { reason: 'refused', scope },
      })
    }
    case 404: {
      const message = `The provider \`${providerId}\` has no model \`${modelId}\`.`
      return new UpstreamError('model_not_found', message, { cause, param: 'model' })
    }
    case 429: {
      const message = `The provider \`${providerId}\` is rate limiting requests. Try again later.`
      if (tooLargeForMinute.test(read.body.message))
        return new UpstreamError('rate_limit_exceeded', message, { cause, ...wait })
      const ofKey = { reason: 'rate_limit', scope: 'key' } as const
      return new UpstreamError('rate_limit_exceeded', message, { cause, retryable: true, ofKey, ...wait })
    }
    default: {
      const message = `The provider \`${providerId}\` returned HTTP ${status}.`
      const retryable = status >= 500 || busy.has(status)
      // Our own process answers while it runs: the failure is that of one input.
      const input = inputHash === null ? {} : { inputHash }
      return new UpstreamError('upstream_error', message, {
        cause,
        retryable,
        ofInput: local,
        ...input,
        ...wait,
      })
    }
  }
}

const refusesInput: ReadonlySet<number> = new Set([400, 403, 413, 414, 415, 422, 431])
// Servers answer 500 for an input that does not fit (llama.cpp), and for one that FFmpeg or Pillow cannot read.
const inputPattern =
  /is too large to process|invalid data found when processing input|cannot identify image file|(?:could not|cannot|failed to|unable to) (?:decode|load|open|read) (?:the )?(?:audio|image)|(?:corrupt(?:ed)?|invalid|unsupported) (?:audio|image)/i

/** The upstream's error about the request itself; null for another reason. */
function toInputRefusal(refusal: ReadRefusal): UpstreamError | null {
  const { status, body, says, cause, providerId, inputField } = refusal
  if (!refusesInput.has(status) && !inputPattern.test(body.message)) return null
  const message = says || `The provider \`${providerId}\` rejected the request (HTTP ${status}).`
  const tooLarge = { cause, param: body.param ?? inputField }
  const batch = readBatchRefusal(body.message)
  if (batch !== null) return new BatchTooLarge('invalid_value', message, batch.itemsMax, tooLarge)
  const kept = keptCode(body.code, body.message)
  if (kept !== null) return new UpstreamError(kept, says, tooLarge)
  if (status === 413) return new BatchTooLarge('request_too_large', message, null, tooLarge)
  // A 403 that names no problem of the request is about our key.
  if (status === 403) return null
  return new UpstreamError('invalid_value', message, {
    cause,
    ...(body.param !== null && { param: body.param }),
  })
}

const contextPattern =
  /context[ _-]?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|reduce the length|input token count|must have less than \d+ tokens|is too large to process/i
const policyPattern = /content[ _-]?(policy|filter|management)|responsible ai|moderation|flagged/i

/** Our code for an upstream error about the request, where both mean the same; else null. */
function keptCode(code: string | null, message: string): ErrorCode | null {
  if (code === 'context_length_exceeded' || code === 'exceed_context_size_error')
    return 'context_length_exceeded'
  if (code === 'content_policy_violation' || code === 'content_filter') return 'content_policy_violation'
  if (contextPattern.test(message)) return 'context_length_exceeded'
  return policyPattern.test(message) ? 'content_policy_violation' : null
}

/** An error response whose body and headers have been read. */
interface ReadRefusal {
  readonly status: number
  readonly providerId: string
  readonly modelId: string
  /** Our own models process. */
  readonly local: boolean
  /** The request field named when an input is too long for the model. */
  readonly inputField: string
  readonly body: ErrorBody
  /** Its message without secrets, truncated for display. */
  readonly says: string
  /** For the log. */
  readonly cause: Error
  readonly wait: { readonly retryAfterMs?: number }
  readonly inputHash: string | null
}

interface ErrorBody {
  readonly message: string
  readonly code: string | null
  /** Like the message, it may contain secrets. */
  readonly param: string | null
}

/** Reads the common error formats: nested, flat, a bare string, FastAPI's `detail`, Gemini's list of one. */
export function readErrorBody(text: string): ErrorBody {
  // An HTML page or truncated body has no message to show.
  const outer = unwrap(readJson(text))
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
