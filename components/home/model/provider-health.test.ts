import { expect, test } from 'vitest'
import type { ProviderView } from '#lib/contracts/console/providers.ts'
import { describeHealth, toProviderHealth } from './provider-health.ts'

const healthy = { needs_operator: false, last_error: null, open_circuits: [], rejected_keys: [] }
const failure = { at: 1, code: 'upstream_error', message: 'It failed.', over: false }
const provider: ProviderView = {
  id: 'provider_1',
  purpose: 'models',
  name: 'acme',
  kind: 'openai',
  server: null,
  base_url: null,
  messages_api: null,
  responses_api: null,
  key_hint: null,
  keys: 1,
  saved_keys: [],
  from: 'console',
  enabled: true,
  problem: null,
  health: healthy,
}

test.each<[string, Partial<ProviderView>, string]>([
  ['without failures', {}, 'No errors'],
  ['that recovered', { health: { ...healthy, last_error: { ...failure, over: true } } }, 'No errors'],
  ['whose last request failed', { health: { ...healthy, last_error: failure } }, 'Last request failed'],
  [
    'with a model that is temporarily disabled',
    { health: { ...healthy, open_circuits: [{ of: 'm', wait_ms: 5 }] } },
    'Failing',
  ],
  ['that rejects the key', { health: { ...healthy, needs_operator: true } }, 'API key rejected'],
  [
    'that rejects one of its keys',
    { keys: 2, health: { ...healthy, rejected_keys: [{ name: 'acme#2', wait_ms: 5 }] } },
    '1 of 2 keys unavailable',
  ],
  ['with an invalid URL', { problem: 'The URL is private.', health: healthy }, 'Inactive'],
  ['that is disabled', { enabled: false, health: null }, 'Disabled'],
  ['that the gateway did not report', { health: null }, 'Unknown'],
])('a provider %s is shown as such', (_, change, state) => {
  expect(toProviderHealth({ ...provider, ...change }).state).toBe(state)
})

test('the sentence names the providers that need attention, and ignores disabled ones', () => {
  const ok = { name: 'acme', tone: 'ok', state: 'No errors' } as const
  const bad = { name: 'gpu-01', tone: 'bad', state: 'Failing' } as const
  const off = { name: 'old', tone: 'off', state: 'Disabled' } as const

  expect(describeHealth([ok, bad, off])).toBe('1 of 2 providers needs attention: gpu-01.')
  expect(describeHealth([ok, off])).toBe('No provider reports errors.')
  expect(describeHealth([off])).toBeNull()
})

test('the sentence does not call a provider healthy whose last request failed', () => {
  const ok = { name: 'acme', tone: 'ok', state: 'No errors' } as const
  const warned = { name: 'gpu-01', tone: 'warn', state: 'Last request failed' } as const

  expect(describeHealth([ok, warned])).toBe('The last request to gpu-01 failed.')
})
