import { expect, test } from 'vitest'
import type { TeamKey } from '#lib/contracts/console/keys.ts'
import { unlimitedKey } from './__fixtures__/unlimited-key.ts'
import { isShown, type KeyFilter, defaultFilter } from './key-filter.ts'

const now = 1_800_000_000_000
const day = 24 * 3_600_000
const budget = (spent_usd: number) => ({ limit_usd: 5, period: 'month' as const, spent_usd, resets_at: null })

test.each<[string, Partial<KeyFilter>, Partial<TeamKey>, boolean]>([
  ['an active key is shown', {}, {}, true],
  ['a revoked key is hidden', {}, { state: 'revoked' }, false],
  ['a revoked key is shown in “All”', { state: 'all' }, { state: 'revoked' }, true],
  ['a used key is hidden in “Unused”', { state: 'unused' }, { last_used_at: now }, false],
  ['a key expires soon within 14 days', { state: 'ending' }, { expires_at: now + 13 * day }, true],
  ['a key does not expire soon after 14 days', { state: 'ending' }, { expires_at: now + 15 * day }, false],
  ['a key without cost is hidden in “Has cost”', { spend: 'some' }, {}, false],
  ['a key with cost is shown in “Has cost”', { spend: 'some' }, { spent_usd: 0.0001 }, true],
  ['a budget is nearly used from 80% on', { spend: 'near' }, { budget: budget(4) }, true],
  ['a budget is not nearly used below 80%', { spend: 'near' }, { budget: budget(3.99) }, false],
  ['a key of another owner is hidden', { owner: 'Otto' }, {}, false],
])('%s', (_, filter, changes, shown) => {
  expect(isShown({ ...unlimitedKey, ...changes }, { ...defaultFilter, ...filter }, now)).toBe(shown)
})
