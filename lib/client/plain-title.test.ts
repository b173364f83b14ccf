import { expect, test } from 'vitest'
import { toPlainTitle } from './plain-title.ts'

test('a title is one line without invisible or bidirectional characters', () => {
  expect(toPlainTitle(' A\u202e title\u200b\n of\tthree\u2066 lines ')).toBe('A title of three lines')
})

test('a title of 100 KB is truncated', () => {
  const title = toPlainTitle('word '.repeat(20_000))

  expect(title.length).toBeLessThan(310)
  expect(title).toMatch(/…$/)
})

test('a title in any script is unchanged', () => {
  expect(toPlainTitle('潮汐の表 · جدول المد')).toBe('潮汐の表 · جدول المد')
})
