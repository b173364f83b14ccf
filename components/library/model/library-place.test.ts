import { expect, test } from 'vitest'
import { type LibraryPlace, readPlace, writePlace } from './library-place.ts'

const everything: LibraryPlace = { collection: null, title: '', state: null, find: '' }

test.each<LibraryPlace>([
  everything,
  { collection: 'a & b', title: 'tide?', state: 'failed', find: 'why twice a day' },
  { ...everything, find: '潮汐 #1' },
])('the address leads back to %o', place => {
  expect(readPlace(new URLSearchParams(writePlace(place)))).toEqual(place)
})

test('all of the library needs nothing in its address, and what is unknown there changes nothing', () => {
  expect(writePlace(everything)).toBe('')
  expect(readPlace(new URLSearchParams('?state=lost&collection=&x=1'))).toEqual(everything)
})
