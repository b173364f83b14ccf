import { expect, test } from 'vitest'
import { itemPath, readPageAnchor } from './item-address.ts'

test('an item and each of its pages have a URL', () => {
  expect(itemPath('lib_1')).toBe('/library/lib_1')
  expect(itemPath('lib_1', 3)).toBe('/library/lib_1#page=3')
  expect(readPageAnchor(new URL(itemPath('a/b', 12), 'http://localhost').hash)).toBe(12)
})

test.each(['', '#', '#page=', '#page=0', '#page=-1', '#page=1.5', '#page=99999999', '#v1.abc', '#page=2&x'])(
  'the fragment %j is not a page',
  hash => {
    expect(readPageAnchor(hash)).toBeNull()
  },
)
