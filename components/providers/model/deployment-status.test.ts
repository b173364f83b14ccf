import { expect, test } from 'vitest'
import type { DeploymentState } from '#lib/contracts/console/providers.ts'
import { describeState, isStateOf } from './deployment-status.ts'

const ready: DeploymentState = { name: 'openai-a/gpt', weight: 1, tier: 0, state: 'ready', wait_ms: 0 }

test.each<[string, Partial<DeploymentState>, string]>([
  ['one that requests are sent to', {}, 'Active'],
  ['one that is tried with the next request', { state: 'failing' }, 'Active'],
  ['one with an open circuit', { state: 'failing', wait_ms: 29_001 }, 'Failing; next try in 30 s'],
  ['one with a rejected key', { state: 'refused', wait_ms: 300_000 }, 'API key rejected; next try in 5 min'],
  ['one in a state of a newer version', { state: 'asleep', wait_ms: 1000 }, 'asleep; next try in 1 s'],
])('%s is described', (_, change, text) => {
  expect(describeState({ ...ready, ...change })).toBe(text)
})

test.each([
  ['openai-a/gpt', true],
  ['openai-a#2/gpt', true],
  ['openai-b/gpt', false],
  ['openai-a/gpt-mini', false],
])('the state of %s belongs to openai-a/gpt: %s', (name, expected) => {
  expect(isStateOf({ ...ready, name }, { provider: 'openai-a', upstream: 'gpt' })).toBe(expected)
})

test('the state of an embedded model belongs to its deployment', () => {
  const deployment = { provider: 'local', upstream: 'local/qwen3-1.7b' }

  expect(isStateOf({ ...ready, name: 'local/qwen3-1.7b' }, deployment)).toBe(true)
})
