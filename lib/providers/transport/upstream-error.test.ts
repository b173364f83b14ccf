import { expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import { toUpstreamError, UpstreamError } from './upstream-error.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'

const acme = { providerId: 'acme' }

test.each([
  ['refused', false, 'upstream_error', false],
  ['connect', false, 'upstream_timeout', true],
  ['silence', false, 'upstream_timeout', false],
  ['total', false, 'upstream_timeout', false],
  ['broken', false, 'upstream_error', true],
  ['aborted', false, 'client_closed', false],
  ['silence', true, 'upstream_stream_timeout', false],
  ['total', true, 'upstream_stream_timeout', false],
  ['broken', true, 'upstream_stream_interrupted', false],
  ['aborted', true, 'client_closed', false],
] as const)('the fault %s (committed: %s) is %s', (kind, committed, code, retryable) => {
  const fault = new ExchangeFault(kind, 'what happened at 10.0.0.5')

  const error = toUpstreamError(fault, acme, committed)

  expect(error).toMatchObject({ code, retryable })
  expect(error.message).not.toContain('10.0.0.5')
})

test('an address blocked by our guard is an operator error', () => {
  expect(toUpstreamError(new ExchangeFault('refused', 'x'), acme)).toMatchObject({ unhealthy: true })
  expect(toUpstreamError(new ExchangeFault('broken', 'x'), acme)).toMatchObject({ unhealthy: false })
})

test('translated errors are unchanged, and unexpected ones are rethrown', () => {
  const known = new UpstreamError('rate_limit_exceeded', 'x', { retryAfterMs: 5 })
  const revoked = new ApiError('invalid_api_key', 'revoked')

  expect(toUpstreamError(known, acme)).toBe(known)
  expect(toUpstreamError(new ExchangeFault('aborted', 'x', revoked), acme)).toBe(revoked)
  expect(() => toUpstreamError(new TypeError('a bug'), acme)).toThrow('a bug')
})

test('the models process has restarted before the third attempt', () => {
  const ended = new ExchangeFault('broken', 'reset')
  const local = { providerId: 'local', local: true }

  expect(toUpstreamError(ended, local)).toMatchObject({
    code: 'model_unavailable',
    retryable: true,
    retryAfterMs: 2000,
  })
  expect(toUpstreamError(ended, local, true)).toMatchObject({ code: 'upstream_stream_interrupted' })
})
