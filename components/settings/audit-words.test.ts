import { describe, expect, test } from 'vitest'
import { listChanged, toLabel, toWords } from './audit-words.ts'

describe('the fields of an entry', () => {
  test('are those that differ, where both sides are known', () => {
    const price = { input: 1, output: 2 }
    expect(listChanged({ enabled: true, price }, { enabled: false, price: { ...price } })).toEqual([
      'enabled',
    ])
  })

  test('are all of them, where something was made or ended', () => {
    expect(listChanged(null, { name: 'a', models: null })).toEqual(['name', 'models'])
    expect(listChanged({ name: 'a' }, null)).toEqual(['name'])
  })

  test('count as changed where one side has none', () => {
    expect(listChanged({ name: 'a' }, { name: 'a', role: 'admin' })).toEqual(['role'])
  })
})

describe('what a field holds', () => {
  test.each(['expiresAt', 'since', 'until'])('is a moment where it says so: %s', name => {
    expect(toWords(name, Date.UTC(2026, 10, 29, 12))).toMatch(/^Nov \d\d, 2026, /)
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
    expect(toWords(name, value)).toBe(words)
  })

  test('is called what people call it', () => {
    expect(toLabel('contextTokens')).toBe('context tokens')
    expect(toLabel('limitNanos')).toBe('limit')
  })
})
