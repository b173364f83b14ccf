import { expect, test } from 'vitest'
import { documentText, isTextEditable, readRankFields, withText } from './document-text.ts'

test('a text is read as is, an object by its text or the named fields', () => {
  expect(documentText('a')).toBe('a')
  expect(documentText({ text: 'a', title: 'b' })).toBe('a')
  expect(documentText({ text: 'a', title: 'b', year: 2024 }, ['title', 'year', 'none'])).toBe('b\n2024')
})

test('a field is read once, and an empty or inherited one is ignored, as in the API', () => {
  expect(documentText({ a: '', b: 'x' }, ['a', 'b', 'b', 'constructor'])).toBe('x')
})

test('an invalid document has no text', () => {
  expect([null, 3, ['a'], {}].map(document => documentText(document))).toEqual(['', '', '', ''])
})

test('an edited object keeps its other fields', () => {
  expect(withText({ text: 'a', id: 7 }, 'b')).toEqual({ text: 'b', id: 7 })
  expect(withText('a', 'b')).toBe('b')
})

test('a document of several fields is not editable as one text', () => {
  expect(isTextEditable({ title: 'a' }, ['title'])).toBe(false)
  expect(isTextEditable({ title: 'a' }, [])).toBe(true)
  expect(isTextEditable('a', ['title'])).toBe(true)
  expect(isTextEditable(3, [])).toBe(false)
})

test('only names count as fields', () => {
  expect(readRankFields({ rank_fields: ['a', 3] })).toEqual(['a'])
  expect(readRankFields({})).toEqual([])
})
