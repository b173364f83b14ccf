import { isErrorCode } from '#lib/errors.ts'
import { redact } from '#lib/redact.ts'
import { toInputRefusal } from './input-refusal.ts'
import type { ModelUpstream } from './model-upstream.ts'
import { readErrorBody } from './read-error-body.ts'
import { readRetryAfter } from './read-retry-after.ts'
import type { ReadRefusal } from './read-refusal.ts'
import { UpstreamError } from './upstream-error.ts'

export interface Refusal extends Pick<
  ModelUpstream,
  'providerId' | 'modelId' | 'secrets' | 'local' | 'inputField'
> {
  readonly status: number
  /** What could be read of the body. */
  readonly text: string
  readonly retryAfter: string | null
}

const keptCharsMax = 2048

/** What an upstream's refusal means, whether it came as a status or as an error inside a 200. */
export function toRefusalError(refusal: Refusal): UpstreamError {
  const { status, text, secrets } = refusal
  const body = readErrorBody(text)
  const retryAfterMs = readRetryAfter(refusal.retryAfter)
  const read: ReadRefusal = {
    ...refusal,
    body,
    says: redact(body.message, secrets).slice(0, keptCharsMax),
    cause: new Error(`${status} ${redact(text.slice(0, keptCharsMax), secrets)}`),
    wait: retryAfterMs === null ? {} : { retryAfterMs },
  }
  return toOwnRefusal(read) ?? toBalanceRefusal(read) ?? toInputRefusal(read) ?? toServerRefusal(read)
}

// Of our own process these are broken too: the caller can do nothing about them.
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

const balancePattern = /credit balance|insufficient (balance|credits|funds)|exceeded your current quota/i

function toBalanceRefusal({ status, body, providerId, cause }: ReadRefusal): UpstreamError | null {
  const spent = body.code === 'insufficient_quota' || balancePattern.test(body.message)
  if (status !== 402 && !(status < 500 && spent)) return null
  const message = `The provider \`${providerId}\` says that the operator's balance is used up.`
  return new UpstreamError('upstream_error', message, { cause, unhealthy: true })
}

const busy: ReadonlySet<number> = new Set([408, 409, 425])

function toServerRefusal({ status, providerId, modelId, cause, wait }: ReadRefusal): UpstreamError {
  switch (status) {
    case 401:
    case 403: {
      const message = `The provider \`${providerId}\` refused the key that the operator set.`
      return new UpstreamError('upstream_error', message, { cause, unhealthy: true })
    }
    case 404: {
      const message = `The provider \`${providerId}\` has no model \`${modelId}\`.`
      return new UpstreamError('model_not_found', message, { cause, param: 'model' })
    }
    case 429: {
      const message = `The provider \`${providerId}\` limits its rate. Try again later.`
      return new UpstreamError('rate_limit_exceeded', message, { cause, retryable: true, ...wait })
    }
    default: {
      const message = `The provider \`${providerId}\` answered with status ${status}.`
      const retryable = status >= 500 || busy.has(status)
      return new UpstreamError('upstream_error', message, { cause, retryable, ...wait })
    }
  }
}
