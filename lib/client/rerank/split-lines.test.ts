import { expect, test } from 'vitest'
import { splitLines } from './split-lines.ts'

test('every kind of line end parts lines; empty ones are left out', () => {
  expect(splitLines('one\r\n\n  two \r three\n')).toEqual(['one', 'two', 'three'])
  expect(splitLines(' \n')).toEqual([])
})
