import { expect, test } from 'vitest'
import type { TeamKey } from '#lib/contracts/console/keys.ts'
import { unlimitedKey } from './__fixtures__/unlimited-key.ts'
import { isShown, type KeyFilter, usualFilter } from './key-filter.ts'

const now = 1_800_000_000_000
const day = 24 * 3_600_000
const budget = (spent_usd: number) => ({ limit_usd: 5, period: 'month' as const, spent_usd, resets_at: null })

test.each<[string, Partial<KeyFilter>, Partial<TeamKey>, boolean]>([
  ['a working key is shown', {}, {}, true],
  ['a revoked one is not', {}, { state: 'revoked' }, false],
  ['unless all are asked for', { state: 'all' }, { state: 'revoked' }, true],
  ['a used key is not an unused one', { state: 'unused' }, { last_used_at: now }, false],
  ['a key ends soon within two weeks', { state: 'ending' }, { expires_at: now + 13 * day }, true],
  ['and not later', { state: 'ending' }, { expires_at: now + 15 * day }, false],
  ['a key that cost nothing has no spend', { spend: 'some' }, {}, false],
  ['one that cost something has', { spend: 'some' }, { spent_usd: 0.0001 }, true],
  ['a budget is near its end from four fifths on', { spend: 'near' }, { budget: budget(4) }, true],
  ['and not before', { spend: 'near' }, { budget: budget(3.99) }, false],
  ['a key of somebody else is not shown', { owner: 'Otto' }, {}, false],
])('%s', (_, filter, changes, shown) => {
  expect(isShown({ ...unlimitedKey, ...changes }, { ...usualFilter, ...filter }, now)).toBe(shown)
})
