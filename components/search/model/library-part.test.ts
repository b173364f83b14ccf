import { expect, test } from 'vitest'
import { readLibraryPart, writeLibraryPart } from './library-part.ts'

test.each([
  [undefined, 'all'],
  [true, 'all'],
  [false, 'none'],
  [['manuals'], ['manuals']],
  [[], 'all'],
  [['manuals', 3], ['manuals']],
  ['manuals', 'all'],
] as const)('%j in a request means %j', (value, part) => {
  expect(readLibraryPart(value)).toEqual(part)
})

test('a selection is sent, the default is not', () => {
  expect(writeLibraryPart('all')).toBeUndefined()
  expect(writeLibraryPart('none')).toBe(false)
  expect(writeLibraryPart(['manuals'])).toEqual(['manuals'])
})
