import { expect, test } from 'vitest'
import { rerankDocumentsMax } from '#lib/contracts/api/rerank.ts'
import { checkDocuments, readDocuments, readTexts, tooManyDocuments } from './read-documents.ts'

test('every invalid item is reported with its index', () => {
  const documents = ['a', '', 3, null, ['x'], true, { text: 'b' }, { title: 'c' }]

  expect(checkDocuments(documents, [])).toEqual([
    { index: 1, reason: 'is empty' },
    { index: 2, reason: 'is a number; expected a text, or an object with one' },
    { index: 3, reason: 'is null; expected a text, or an object with one' },
    { index: 4, reason: 'is a list; expected a text, or an object with one' },
    { index: 5, reason: 'is true or false; expected a text, or an object with one' },
    { index: 7, reason: 'has no “text”' },
  ])
})

test('an object needs one of the fields to read', () => {
  expect(checkDocuments([{ title: 'a' }, { text: 'a' }], ['title', 'body'])).toEqual([
    { index: 1, reason: 'has no “title” or “body”' },
  ])
})

test('an object with an empty or missing text is rejected as in the API', () => {
  const documents = [{ text: '' }, { text: 5 }, { text: {} }, { text: null, title: '' }]

  expect(checkDocuments(documents, [])).toEqual([
    { index: 0, reason: 'has no “text”' },
    { index: 1, reason: 'has a “text” that is a number' },
    { index: 2, reason: 'has a “text” that is an object' },
    { index: 3, reason: 'has no “text”' },
  ])
  expect(checkDocuments([{ title: '' }, { title: 'a', text: 5 }], ['title'])).toEqual([
    { index: 0, reason: 'has no “title”' },
    { index: 1, reason: 'has a “text” that is a number' },
  ])
})

test('a body without a list has no documents', () => {
  expect(readDocuments({ documents: 'a' })).toEqual([])
  expect(readDocuments({})).toEqual([])
  expect(readDocuments({ documents: ['a'] })).toEqual(['a'])
  expect(readTexts({ documents: ['a', { title: 'b' }], rank_fields: ['title'] })).toEqual(['a', 'b'])
})

test("the contract's maximum number of documents is allowed", () => {
  expect(tooManyDocuments(rerankDocumentsMax)).toBeNull()
  expect(tooManyDocuments(rerankDocumentsMax + 1)).toBe('1,001 documents; the limit is 1,000 per request.')
})
