import { expect, test, vi, onTestFinished } from 'vitest'
import { createLog } from '#lib/gateway/log.ts'
import { ProviderHealth } from './provider-health.ts'

test('a cost that cannot be true is logged once an hour for each provider', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const health = new ProviderHealth(createLog('warn', 'test', { write: line => void lines.push(line) }))

  health.refusedCost('one', 1e15, 5)
  health.refusedCost('one', 1e15, 5)
  health.refusedCost('other', 1e15, 5)
  vi.advanceTimersByTime(3_600_000)
  health.refusedCost('one', 1e15, 5)

  expect(lines.map(line => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'warn', provider: 'one', reportedUsd: 1e6, chargedUsd: 5e-9 },
    { provider: 'other' },
    { provider: 'one' },
  ])
})

test('a request that the client canceled is no error of the provider', () => {
  const health = new ProviderHealth(createLog('warn', 'test', { write: () => undefined }))

  health.failed('one', { code: 'client_closed', message: 'The client disconnected.' })
  expect(health.lastFailure('one')).toBeNull()
  health.failed('one', { code: 'upstream_error', message: 'The provider failed.' })
  health.failed('one', { code: 'client_closed', message: 'The client disconnected.' })

  expect(health.lastFailure('one')).toMatchObject({ code: 'upstream_error', over: false })
})
