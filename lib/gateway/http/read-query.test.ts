import { expect, test } from 'vitest'
import { z } from 'zod'
import { readQueryText } from './read-query.ts'

test.each([
  [z.boolean().nullish(), '1', true],
  [z.boolean().nullish(), 'false', false],
  [z.boolean().nullish(), 'maybe', 'maybe'],
  [z.string().nullish(), '1', '1'],
  [z.string().max(1), 'true', 'true'],
  [z.int().min(1).max(100).nullish(), '7', 7],
  [z.int().max(100), '500', 500],
  [z.int(), '1.5', '1.5'],
  [z.int(), 'x', 'x'],
  [z.enum(['1', 'a']), '1', '1'],
  [undefined, '1', '1'],
])('a string is converted to the type of its field', (field, text, value) => {
  expect(readQueryText(field, text)).toBe(value)
})
