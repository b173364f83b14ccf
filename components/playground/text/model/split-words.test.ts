import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitWords } from './split-words.ts'

const wordsOf = (text: string) => splitWords(text).map(({ word }) => word)

test('case, accents and possessives do not create different words', () => {
  expect(wordsOf('Café, the Manager’s cafe 42')).toEqual(['cafe', 'the', 'manager', 'cafe', '42'])
})

test('scripts without spaces are cut into pairs of characters', () => {
  expect(wordsOf('返金方法')).toEqual(['返金', '金方', '方法'])
})

test('each word is at its offsets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      for (const { start, end } of splitWords(text)) {
        expect(start).toBeLessThan(end)
        expect(text.slice(start, end).trim()).toBe(text.slice(start, end))
      }
    }),
  )
})
