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

test('a provider with several keys responds again once no key is rejected, and its log names the keys', () => {
  const lines: string[] = []
  const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg)
  const health = new ProviderHealth(createLog('info', 'test', { write }))

  health.refused('oa', 'oa#1/gpt', 'rejected')
  health.refused('oa', 'oa#1/other', 'rejected')
  health.refused('oa', 'oa#2/gpt', 'rejected')
  health.worked('oa', 'oa#2/gpt')
  expect([...health.unhealthy.keys()]).toEqual(['oa'])
  health.worked('oa', 'oa#2/gpt')
  health.accepted('oa', 'oa#1')

  expect(health.unhealthy.size).toBe(0)
  expect(lines).toEqual([
    'the provider oa#1 needs attention: rejected',
    'the provider oa#2 needs attention: rejected',
    'the provider oa#2 accepts a key again, but not all of them',
    'the provider oa is responding again',
  ])
})

test('a key that was removed is no longer rejected', () => {
  const health = new ProviderHealth(createLog('error', 'test', { write: () => undefined }))

  health.refused('oa', 'oa#1/gpt', 'rejected')
  health.refused('other', null, 'rejected')
  health.keepOnly(() => false)

  expect([...health.unhealthy.keys()]).toEqual(['other'])
})

test('a request that the client canceled is no error of the provider', () => {
  const health = new ProviderHealth(createLog('warn', 'test', { write: () => undefined }))

  health.failed('one', { code: 'client_closed', message: 'The client disconnected.' })
  expect(health.lastFailure('one')).toBeNull()
  health.failed('one', { code: 'upstream_error', message: 'The provider failed.' })
  health.failed('one', { code: 'client_closed', message: 'The client disconnected.' })

  expect(health.lastFailure('one')).toMatchObject({ code: 'upstream_error', over: false })
})
