import { expect, test } from 'vitest'
import { readFilter, toFilterQuery, toFilterSearch } from './filter-address.ts'

test('a filter is restored from its URL', () => {
  const filter = {
    capability: 'chat',
    model: 'local/a b',
    key: 'key_1',
    member: 'user_1',
    outcome: 'failed',
    code: 'upstream_error',
    min_ms: 250,
    session: '0123456789abcdef',
    within: '24h',
    provider: 'acme',
    from: '2026-11-01',
    to: '2026-11-02',
  } as const

  expect(readFilter(toFilterSearch(filter))).toEqual(filter)
})

test('invalid search params are ignored', () => {
  const address = new URLSearchParams(
    'capability=sing&outcome=&min_ms=-1&within=2y&from=today&model=%20&id=req_1',
  )

  expect(readFilter(address)).toEqual({})
})

test('days are sent as the times of their local midnights', () => {
  const query = toFilterQuery({ provider: 'acme', from: '2026-11-01', to: '2026-11-02' })

  expect(Object.fromEntries(query)).toEqual({
    provider: 'acme',
    since: String(new Date(2026, 10, 1).getTime()),
    until: String(new Date(2026, 10, 3).getTime()),
  })
})
