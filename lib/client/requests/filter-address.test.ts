import { expect, test } from 'vitest'
import { readFilter, toFilterSearch } from './filter-address.ts'

test('a filter comes back out of its address', () => {
  const filter = {
    capability: 'chat',
    model: 'local/a b',
    key: 'key_1',
    member: 'user_1',
    outcome: 'failed',
    code: 'upstream_error',
    min_ms: 250,
    within: '24h',
  } as const

  expect(readFilter(toFilterSearch(filter))).toEqual(filter)
})

test('what an address cannot mean is left out', () => {
  const address = new URLSearchParams('capability=sing&outcome=&min_ms=-1&within=2y&model=%20&id=req_1')

  expect(readFilter(address)).toEqual({})
})
