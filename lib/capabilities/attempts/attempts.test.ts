import { expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '#lib/errors.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { toFinalError } from './attempt-failures.ts'
import { countsForCircuit } from './failure-kinds.ts'
import { createAttemptPolicy } from './attempt-policy.ts'

const error = (code: ErrorCode, retryAfterMs?: number): ApiError =>
  new ApiError(code, code, retryAfterMs === undefined ? {} : { retryAfterMs })

const rejected = (reason: 'refused' | 'balance') =>
  new UpstreamError('upstream_error', reason, { ofKey: { reason, scope: 'key' } })

test('a request has six attempts, and a stream 120 seconds for the first event of all of them', () => {
  expect(createAttemptPolicy()).toMatchObject({ attemptsMax: 6, firstEventMsMax: 120_000, retriesMax: 2 })
})

test.each<[string, readonly ApiError[], ErrorCode, number | null]>([
  [
    'only rate limits: the soonest',
    [error('rate_limit_exceeded', 9000), error('rate_limit_exceeded', 2000)],
    'rate_limit_exceeded',
    2000,
  ],
  [
    'a rate limit and a fault: the fault',
    [error('upstream_error'), error('rate_limit_exceeded', 1)],
    'upstream_error',
    null,
  ],
  [
    'a rate limit, a rejected key and an empty balance: the rate limit',
    [rejected('refused'), error('rate_limit_exceeded', 3000), rejected('balance')],
    'rate_limit_exceeded',
    3000,
  ],
  [
    'a rate limit, a rejected key and a fault: the fault',
    [error('rate_limit_exceeded', 3000), error('upstream_timeout'), rejected('refused')],
    'upstream_error',
    null,
  ],
  ['only rejected keys', [rejected('refused'), rejected('balance')], 'upstream_error', null],
  [
    'a rate limit and a circuit that opens sooner: the rate limit',
    [error('rate_limit_exceeded', 9000), error('no_provider_available', 3000)],
    'rate_limit_exceeded',
    9000,
  ],
  [
    'no provider has the model',
    [error('model_not_found'), error('model_not_found')],
    'model_not_found',
    null,
  ],
  [
    'one lacks it, one failed',
    [error('upstream_timeout'), error('model_not_found')],
    'upstream_timeout',
    null,
  ],
  [
    'all circuits open: the soonest trial',
    [error('no_provider_available', 9000), error('no_provider_available', 3000)],
    'no_provider_available',
    3000,
  ],
  ['aborted before anything was sent', [error('upstream_stream_interrupted')], 'upstream_error', null],
  ['silent before anything was sent', [error('upstream_stream_timeout')], 'upstream_timeout', null],
  ['the embedded engine is loading', [error('model_loading', 5000)], 'model_loading', 5000],
  ['no targets', [], 'no_provider_available', null],
])('%s', (_, failures, code, retryAfterMs) => {
  expect(toFinalError(failures)).toMatchObject({ code, retryAfterMs })
})

test.each([
  ['a failed answer of a provider', new UpstreamError('upstream_error', 'down'), true],
  ['silence', new UpstreamError('upstream_timeout', 'silent'), true],
  [
    'an input on which the embedded engine fails',
    new UpstreamError('upstream_error', 'x', { ofInput: true }),
    false,
  ],
  ['a rejected input', new UpstreamError('invalid_value', 'x'), false],
  ['a file that is too short', new UpstreamError('unprocessable_file', 'x'), false],
  ['a rate limit', new UpstreamError('rate_limit_exceeded', 'x'), false],
])('whether it counts for the circuit of its model: %s', (_, failure, counts) => {
  expect(countsForCircuit(failure)).toBe(counts)
})
