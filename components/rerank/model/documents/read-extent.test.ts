import { expect, test } from 'vitest'
import { estimateReadExtent } from './read-extent.ts'

test('a text that fits was read whole', () => {
  expect(estimateReadExtent('abcdefgh', 2)).toBeNull()
  expect(estimateReadExtent('', 0)).toBeNull()
})

test('a longer one was read up to about four bytes a token', () => {
  expect(estimateReadExtent('abcdefghi', 2)).toBe(8)
})

test('no character is cut in two', () => {
  expect(estimateReadExtent('🙂🙃🙂', 1)).toBe(2)
  expect(estimateReadExtent('日本語', 2)).toBe(2)
})
