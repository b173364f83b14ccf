import { expect, test } from 'vitest'
import { estimateReadExtent } from './read-extent.ts'

test('a text that fits is read completely', () => {
  expect(estimateReadExtent('abcdefgh', 2)).toBeNull()
  expect(estimateReadExtent('', 0)).toBeNull()
})

test('a longer text is read up to about four bytes per token', () => {
  expect(estimateReadExtent('abcdefghi', 2)).toBe(8)
})

test('the cut never splits a character', () => {
  expect(estimateReadExtent('🙂🙃🙂', 1)).toBe(2)
  expect(estimateReadExtent('日本語', 2)).toBe(2)
})
