import { expect, test } from 'vitest'
import { toPieces } from './text-pieces.ts'

test('a short text is one piece, and so is an empty one', () => {
  expect([...toPieces('a b', 3)]).toEqual(['a b'])
  expect([...toPieces('', 3)]).toEqual([''])
})

test('a long text is split before white space', () => {
  expect([...toPieces('one two three four', 9)]).toEqual(['one two', ' three', ' four'])
})

test('without white space it is split anyway, but never inside a character', () => {
  expect([...toPieces('abcdef', 4)]).toEqual(['abcd', 'ef'])
  expect([...toPieces('abc🎉def', 4)]).toEqual(['abc', '🎉de', 'f'])
})

test('nothing is lost', () => {
  const text = 'words and 🎉 words\n'.repeat(50)
  for (const chars of [2, 3, 7, 100]) expect([...toPieces(text, chars)].join('')).toBe(text)
})
