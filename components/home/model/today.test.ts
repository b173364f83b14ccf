import { expect, test } from 'vitest'
import type { UsageAnswer, UsageRowView } from '#lib/contracts/console/usage.ts'
import {
  describeChange,
  describeFailures,
  findTightestBudget,
  toFirstTokenTimes,
  toTodayFigures,
  toTodayQuery,
  toYearQuery,
} from './today.ts'

const now = new Date(2026, 10, 20, 14, 25).getTime()
const hourMs = 3_600_000

test('today begins at local midnight, and yesterday is compared up to the same hour', () => {
  const today = toTodayQuery(now, 'UTC')
  const yesterday = toTodayQuery(now, 'UTC', { daysBack: 1 })
  const span = (query: URLSearchParams) => Number(query.get('to')) - Number(query.get('from'))

  expect(Number(today.get('from'))).toBe(new Date(2026, 10, 20).getTime())
  expect(Number(yesterday.get('from'))).toBe(new Date(2026, 10, 19).getTime())
  expect(span(yesterday)).toBe(span(today))
})

test('the year fits the longest period of the API', () => {
  const query = toYearQuery(now)

  expect(Number(query.get('to')) - Number(query.get('from'))).toBe(365 * 24 * hourMs)
})

test('figures come from the totals, and charts from the hours in order', () => {
  const today = answer({ requests: 30, refused: 2, failed: 1, cost_usd: 0.75 }, [
    hour('2026-11-20 01:00', { requests: 20, refused: 2, failed: 1, cost_usd: 0.5 }),
    hour('2026-11-20 00:00', { requests: 10, cost_usd: 0.25 }),
  ])

  const figures = toTodayFigures(today, answer({ requests: 25 }, []))

  expect(figures).toMatchObject({ requests: 30, costUsd: 0.75, failed: 3, rejected: 2 })
  expect(figures.change).toBeCloseTo(0.2)
  expect(figures.hours).toEqual({ requests: [10, 20], costUsd: [0.25, 0.75], failed: [0, 3] })
})

test('time to first token is that of chat, and null without answers', () => {
  const times = { p50: 310, p95: 1800, p99: 2000 }
  const chat = {
    ...answer({}, [hour('2026-11-20 00:00', { first_ms: times }), hour('2026-11-20 01:00', {})]),
    latency: [{ capability: 'chat', requests: 3, total_ms: times, first_ms: times }],
  }

  expect(toFirstTokenTimes(chat)).toEqual({ p50: 310, p95: 1800, hours: [310] })
  expect(toFirstTokenTimes(answer({}, []))).toBeNull()
})

test.each([
  [null, null],
  [0.001, 'Same as this time yesterday'],
  [0.12, '12% more than this time yesterday'],
  [-0.5, '50% less than this time yesterday'],
])('a change of %s is described as %s', (change, text) => {
  expect(describeChange(change)).toBe(text)
})

test('the provider with the most failed requests is named, but not requests that reached none', () => {
  const rows = [
    hour('', { name: 'none', refused: 9 }),
    hour('openai', { refused: 1 }),
    hour('ollama', { refused: 3, failed: 4 }),
  ]

  expect(describeFailures(answer({}, rows))).toBe('7 from ollama')
  expect(describeFailures(answer({}, rows.slice(0, 1)))).toBeNull()
})

test('of several budgets, the one that is used up most counts', () => {
  const budget = (name: string, spent: number) =>
    ({ name, limit_usd: 10, spent_usd: spent, period: 'day', resets_at: null }) as const

  expect(findTightestBudget([budget('a', 1), budget('b', 9)])?.name).toBe('b')
  expect(findTightestBudget([])).toBeNull()
})

const noSums = {
  requests: 0,
  refused: 0,
  failed: 0,
  abandoned: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: null,
  cache_read_tokens: 0,
  unpriced: 0,
}

function hour(id: string, fields: Partial<UsageRowView>): UsageRowView {
  return { id, name: id, detail: null, ...noSums, total_ms: null, first_ms: null, ...fields }
}

function answer(totals: Partial<UsageAnswer['totals']>, rows: UsageRowView[]): UsageAnswer {
  return {
    scope: 'team',
    by: 'time',
    measure: 'requests',
    you_see_all: true,
    bill_months: [],
    unit: 'hour',
    zone: 'UTC',
    zone_shift_minutes: 0,
    totals: { ...noSums, ...totals },
    latency: [],
    course: { names: [null], points: [] },
    rows,
    row_count: rows.length,
    page_rows: 50,
    filters: [],
    budgets: [],
    keys_near_budget: null,
  }
}
