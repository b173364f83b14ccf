import { expect, test } from 'vitest'
import { documentText, isTextEditable, readRankFields, withText } from './document-text.ts'

test('a text is itself, an object its text or the fields that are named', () => {
  expect(documentText('a')).toBe('a')
  expect(documentText({ text: 'a', title: 'b' })).toBe('a')
  expect(documentText({ text: 'a', title: 'b', year: 2024 }, ['title', 'year', 'none'])).toBe('b\n2024')
})

test('a field is read once, and one that is empty or inherited not at all, as the API does', () => {
  expect(documentText({ a: '', b: 'x' }, ['a', 'b', 'b', 'constructor'])).toBe('x')
})

test('what is no document has no text', () => {
  expect([null, 3, ['a'], {}].map(document => documentText(document))).toEqual(['', '', '', ''])
})

test('an edited object keeps its other fields', () => {
  expect(withText({ text: 'a', id: 7 }, 'b')).toEqual({ text: 'b', id: 7 })
  expect(withText('a', 'b')).toBe('b')
})

test('a document of several fields is not edited as one text', () => {
  expect(isTextEditable({ title: 'a' }, ['title'])).toBe(false)
  expect(isTextEditable({ title: 'a' }, [])).toBe(true)
  expect(isTextEditable('a', ['title'])).toBe(true)
  expect(isTextEditable(3, [])).toBe(false)
})

test('only names count as fields', () => {
  expect(readRankFields({ rank_fields: ['a', 3] })).toEqual(['a'])
  expect(readRankFields({})).toEqual([])
})
