import { expect, test } from 'vitest'
import { toLogAddress } from './log-address.ts'
import {
  readUsageSearchParams,
  type UsageSearchParams,
  writeUsageSearchParams,
} from './usage-search-params.ts'
import { toCustomPeriod, toUsageQuery } from './usage-query.ts'

const everything = readUsageSearchParams(new URLSearchParams())
const now = new Date(2026, 10, 22, 14, 25).getTime()
const hourMs = 3_600_000

test.each<UsageSearchParams>([
  everything,
  { ...everything, period: 'custom', from: '2026-11-01', to: '2026-11-20', scope: 'team', by: 'member' },
  {
    ...everything,
    period: '24h',
    by: 'model',
    measure: 'cost',
    filter: { key: 'key_1', model: 'a/b & c', capability: 'chat' },
    sort: 'total_p95',
    down: false,
    page: 3,
  },
])('the URL restores %o', searchParams => {
  expect(readUsageSearchParams(new URLSearchParams(writeUsageSearchParams(searchParams)))).toEqual(
    searchParams,
  )
})

test('invalid search params are ignored', () => {
  const odd = '?period=forever&from=yesterday&scope=all&by=shoe&measure=x&sort=x&page=-1&page=2.5&key='

  expect(readUsageSearchParams(new URLSearchParams(odd))).toEqual(everything)
  expect(writeUsageSearchParams(everything)).toBe('')
})

test.each([
  ['7d', new Date(2026, 10, 16)],
  ['30d', new Date(2026, 9, 24)],
] as const)('%s start at local midnight and include the current hour', (period, from) => {
  const query = toUsageQuery({ ...everything, period }, now, 'UTC')

  expect(Number(query.get('from'))).toBe(from.getTime())
  expect(Number(query.get('to'))).toBe(Math.ceil(now / hourMs) * hourMs)
})

test('the last 24 hours are full hours', () => {
  const query = toUsageQuery({ ...everything, period: '24h' }, now, 'UTC')

  expect(Number(query.get('to'))).toBe(Math.ceil(now / hourMs) * hourMs)
  expect(Number(query.get('from'))).toBe(Math.ceil(now / hourMs) * hourMs - 24 * hourMs)
})

test.each([
  ['2026-11-01', '2026-11-02'],
  ['2026-11-02', '2026-11-01'],
])('a custom period from %s to %s includes both days, in either order', (from, to) => {
  const query = toUsageQuery({ ...everything, period: 'custom', from, to }, now, 'UTC')

  expect(Number(query.get('from'))).toBe(new Date(2026, 10, 1).getTime())
  expect(Number(query.get('to'))).toBe(new Date(2026, 10, 3).getTime())
})

test('the log link has only filters that the log supports', () => {
  const searchParams = { ...everything, filter: { provider: 'openai', key: 'key_1' } }

  expect(toLogAddress(searchParams, { outcome: 'failed' })).toBe(
    '/team/requests?provider=openai&key=key_1&outcome=failed&within=7d',
  )
  expect(toLogAddress({ ...everything, filter: { capability: 'other' } })).toBe('/team/requests?within=7d')
})

test('the log link has the days of a custom period; an open end means today', () => {
  const searchParams = { ...everything, period: 'custom', from: '2026-11-01' } as const

  expect(toLogAddress(searchParams, {}, now)).toBe('/team/requests?from=2026-11-01&to=2026-11-22')
})

test('a custom period begins with the days shown before, or with those already chosen', () => {
  expect(toCustomPeriod({ ...everything, period: '7d' }, now)).toEqual({
    period: 'custom',
    from: '2026-11-16',
    to: '2026-11-22',
  })
  expect(toCustomPeriod({ ...everything, from: '2026-11-01' }, now)).toEqual({ period: 'custom' })
})
