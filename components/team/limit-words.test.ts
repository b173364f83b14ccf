import { expect, test } from 'vitest'
import type { TeamKey } from '#lib/contracts/team/keys.ts'
import { toLimitWords } from './limit-words.ts'

const unlimited: TeamKey = {
  id: 'key_1',
  name: 'a',
  kind: 'api',
  prefix: 'sxt_0000',
  last4: '0000',
  owner: null,
  yours: true,
  state: 'active',
  scopes: ['chat'],
  models: null,
  requests_per_minute: null,
  tokens_per_minute: null,
  parallel: null,
  created_at: 0,
  expires_at: null,
  last_used_at: null,
  budget: null,
  spent_usd: 0,
  keep_bodies: false,
  ceilings: {
    requests_per_minute: null,
    tokens_per_minute: null,
    parallel: null,
    expires_at: null,
    budget: null,
  },
}

test('each limit is named, and none says so', () => {
  const limited = { ...unlimited, requests_per_minute: 1200, parallel: 2, models: ['local/a', 'b'] }

  expect(toLimitWords(unlimited)).toBe('none')
  expect(toLimitWords(limited)).toBe('1,200 requests/min, 2 at once, 2 models')
  expect(toLimitWords({ ...unlimited, models: ['local/a'] })).toBe('local/a')
})
