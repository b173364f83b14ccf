import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markWords, queryWords } from './mark-words.ts'

test('informative query terms are highlighted, ignoring case', () => {
  expect(markWords('A Refund takes days.', queryWords('How long does a refund take?'))).toEqual([
    { text: 'A ', marked: false },
    { text: 'Refund', marked: true },
    { text: ' takes days.', marked: false },
  ])
})

test('a query of common terms only highlights those', () => {
  expect([...queryWords('What is it?')]).toEqual(['what', 'is', 'it'])
})

test('the parts join to the text, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      const parts = markWords(text, queryWords(query))
      expect(parts.map(part => part.text).join('')).toBe(text)
    }),
  )
})
