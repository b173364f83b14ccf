import { expect, test } from 'vitest'
import { emptyComparison } from '#components/rerank/model/comparison-state.ts'
import { moveDocument, replaceDocument, setDocuments, setText } from './edit-documents.ts'

const comparison = { ...emptyComparison, body: { query: 'q', documents: ['a', { text: 'b', id: 1 }, 'c'] } }
const documentsOf = (state: typeof emptyComparison) => state.body['documents']

test('a text is edited in place, and the first one creates the list', () => {
  expect(documentsOf(setText(comparison, 1, 'B'))).toEqual(['a', { text: 'B', id: 1 }, 'c'])
  expect(setText(emptyComparison, 0, 'x').body).toEqual({ documents: ['x'] })
})

test('a grade stays with an edited document, but not with an identical other one', () => {
  const graded = { ...comparison, judgments: { grades: { a: 2 as const }, order: null } }
  const twins = { ...graded, body: { documents: ['a', 'a'] } }

  expect(setText(graded, 0, 'A').judgments.grades).toEqual({ A: 2 })
  expect(setText(twins, 0, 'A').judgments.grades).toEqual({ a: 2 })
})

test('documents are identical when their text to rank is', () => {
  const documents = ['a', { title: 'a', text: 'x' }]
  const graded = { ...comparison, judgments: { grades: { a: 2 as const }, order: null } }
  const edited = setText({ ...graded, body: { documents, rank_fields: ['title'] } }, 0, 'A')

  expect(edited.judgments.grades).toEqual({ a: 2 })
})

test('several documents replace one; an empty list removes the field', () => {
  expect(documentsOf(replaceDocument(comparison, 0, ['x', 'y']))).toEqual([
    'x',
    'y',
    { text: 'b', id: 1 },
    'c',
  ])
  expect(setDocuments(comparison, []).body).toEqual({ query: 'q' })
})

test('a document moves within the list and not out of it', () => {
  expect(documentsOf(moveDocument(comparison, 2, 0))).toEqual(['c', 'a', { text: 'b', id: 1 }])
  expect(moveDocument(comparison, 0, -1)).toBe(comparison)
  expect(moveDocument(comparison, 2, 3)).toBe(comparison)
})
