import { describe, expect, test } from 'vitest'
import { formatEmptyAudit, listChanged, toLabel, formatValue } from './audit-labels.ts'

test('an empty log offers to clear filters only if there are some', () => {
  expect(formatEmptyAudit(true)).toMatch(/^No entries match\. Clear the filters/)
  expect(formatEmptyAudit(false)).toMatch(/^No entries yet\. Sign-ins and changes/)
})

describe('the changed fields of an entry', () => {
  test('are those that differ, if both values are known', () => {
    const price = { input: 1, output: 2 }
    expect(listChanged({ enabled: true, price }, { enabled: false, price: { ...price } })).toEqual([
      'enabled',
    ])
  })

  test('are all fields, if something was created or deleted', () => {
    expect(listChanged(null, { name: 'a', models: null })).toEqual(['name', 'models'])
    expect(listChanged({ name: 'a' }, null)).toEqual(['name'])
  })

  test('include fields that only one side has', () => {
    expect(listChanged({ name: 'a' }, { name: 'a', role: 'admin' })).toEqual(['role'])
  })
})

describe('a field', () => {
  test.each(['expiresAt', 'since', 'until'])('whose name means a time is formatted as one: %s', name => {
    expect(formatValue(name, Date.UTC(2026, 10, 29, 12))).toMatch(/^Nov \d\d, 2026, /)
  })

  test.each([
    ['budget', { limitNanos: 1_200_000, period: 'day' }, 'limit $0.0012, period day'],
    ['price', { input: 2.5, output: 10 }, 'input 2.5, output 10'],
    ['scopes', '["chat","web"]', 'chat, web'],
    ['name', '["not closed', '["not closed'],
    ['fallbacks', [], 'none'],
    ['requestDays', 90, '90'],
    ['models', null, 'none'],
    ['enabled', false, 'no'],
  ])('%s: %j', (name, value, words) => {
    expect(formatValue(name, value)).toBe(words)
  })

  test('has a readable label', () => {
    expect(toLabel('contextTokens')).toBe('context tokens')
    expect(toLabel('limitNanos')).toBe('limit')
  })
})
