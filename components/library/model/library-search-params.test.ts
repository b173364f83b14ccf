import { expect, test } from 'vitest'
import {
  type LibrarySearchParams,
  readLibrarySearchParams,
  writeLibrarySearchParams,
} from './library-search-params.ts'

const everything: LibrarySearchParams = { collection: null, title: '', state: null, find: '' }

test.each<LibrarySearchParams>([
  everything,
  { collection: 'a & b', title: 'tide?', state: 'failed', find: 'why twice a day' },
  { ...everything, find: '潮汐 #1' },
])('the URL restores %o', searchParams => {
  expect(readLibrarySearchParams(new URLSearchParams(writeLibrarySearchParams(searchParams)))).toEqual(
    searchParams,
  )
})

test('the defaults need no search params, and unknown params are ignored', () => {
  expect(writeLibrarySearchParams(everything)).toBe('')
  expect(readLibrarySearchParams(new URLSearchParams('?state=lost&collection=&x=1'))).toEqual(everything)
})
