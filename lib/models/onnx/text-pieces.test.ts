import { expect, test } from 'vitest'
import { toPieces } from './text-pieces.ts'

test('a text that is short enough is one piece, an empty one too', () => {
  expect([...toPieces('a b', 3)]).toEqual(['a b'])
  expect([...toPieces('', 3)]).toEqual([''])
})

test('a long text is cut before white space', () => {
  expect([...toPieces('one two three four', 9)]).toEqual(['one two', ' three', ' four'])
})

test('where there is no white space it is cut anyway, but no character in two', () => {
  expect([...toPieces('abcdef', 4)]).toEqual(['abcd', 'ef'])
  expect([...toPieces('abc🎉def', 4)]).toEqual(['abc', '🎉de', 'f'])
})

test('nothing is lost', () => {
  const text = 'words and 🎉 words\n'.repeat(50)
  for (const chars of [2, 3, 7, 100]) expect([...toPieces(text, chars)].join('')).toBe(text)
})
