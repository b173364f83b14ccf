import { expect, test } from 'vitest'
import { type LibraryPlace, readPlace, writePlace } from './library-place.ts'

const everything: LibraryPlace = { collection: null, title: '', state: null, find: '' }

test.each<LibraryPlace>([
  everything,
  { collection: 'a & b', title: 'tide?', state: 'failed', find: 'why twice a day' },
  { ...everything, find: '潮汐 #1' },
])('the URL restores %o', place => {
  expect(readPlace(new URLSearchParams(writePlace(place)))).toEqual(place)
})

test('the defaults need no search params, and unknown params are ignored', () => {
  expect(writePlace(everything)).toBe('')
  expect(readPlace(new URLSearchParams('?state=lost&collection=&x=1'))).toEqual(everything)
})
