import { expect, test } from 'vitest'
import { readHeader, readLoadReason, readServerTiming } from './response-headers.ts'

test.each([
  ['queue;dur=12.5, load;dur=5900', { queue: 12.5, load: 5900 }],
  ['load;desc="a b";dur=1', { load: 1 }],
  ['miss, total', {}],
])('%s is read', (value, expected) => {
  expect(Object.fromEntries(readServerTiming({ 'server-timing': value }))).toEqual(expected)
})

test('repeated headers are joined, and an absent header has no phases', () => {
  expect([...readServerTiming({ 'server-timing': ['a;dur=1', 'b;dur=2'] })]).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  expect(readServerTiming({}).size).toBe(0)
  expect(readLoadReason({ 'server-timing': 'queue;dur=0.0, load;dur=800.5;desc=first_use' })).toBe(
    'first_use',
  )
  expect(readLoadReason({ 'server-timing': 'queue;dur=0.0, load;dur=0.0' })).toBeNull()
  expect(readHeader({ a: ['x', 'y'], b: 'z' }, 'a')).toBe('x')
  expect(readHeader({}, 'a')).toBeNull()
})
