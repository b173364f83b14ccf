import { expect, test } from 'vitest'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'
import { itemOf } from './__fixtures__/items.ts'
import { countItems, formatSource, formatState } from './format-item.ts'

test.each<[Partial<LibraryItem>, string]>([
  [{ state: 'queued', chunks: 0, embedded: 0 }, 'Queued'],
  [{ state: 'queued', chunks: 40, embedded: 12 }, '12 of 40 chunks'],
  [{ state: 'indexed' }, 'Indexed'],
  [{ state: 'indexed', chunks: 40, embedded: 12 }, 'Keyword only; 12 of 40'],
  [{ state: 'failed' }, 'Failed'],
  [{ state: 'failed', reason: 'too large' }, 'Failed: too large'],
])('an item with %o shows %j', (changes, words) => {
  expect(formatState(itemOf(1, changes))).toBe(words)
})

test.each<[Partial<LibraryItem>, string]>([
  [{ url: 'https://example.com:8080/a' }, 'example.com:8080'],
  [{ url: 'not a url' }, 'page'],
  [{ kind: 'document' }, 'document'],
  [{ kind: 'document', pages: 1200 }, 'document, 1,200 pages'],
])('an item with %o shows the source %j', (changes, words) => {
  expect(formatSource(itemOf(1, changes))).toBe(words)
})

test('counts use singular and plural', () => {
  expect([0, 1, 2000].map(countItems)).toEqual(['0 items', '1 item', '2,000 items'])
})
