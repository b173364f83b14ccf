import { expect, test } from 'vitest'
import {
  gradeOf,
  gradeText,
  noJudgments,
  orderDocuments,
  renameText,
  toRelevance,
  judgmentsOf,
} from './judgments.ts'

const documents = ['a', 'b', 'c', 'b']

test('grades gain 2^grade − 1; ungraded documents gain nothing', () => {
  const judgments = gradeText(gradeText(noJudgments, 'c', 3), 'b', 1)

  expect(toRelevance(judgments, 'grades', documents, 2)).toEqual({
    gains: [0, 1, 7, 1],
    relevant: [false, true, true, true],
  })
})

test('without a grade above 0 and without an order, metrics are undefined', () => {
  expect(toRelevance(gradeText(noJudgments, 'a', 0), 'grades', documents, 2)).toBeNull()
  expect(toRelevance(noJudgments, 'order', documents, 2)).toBeNull()
})

test('gains of an ideal order fall by one per rank, and its top k are relevant', () => {
  const judgments = { ...noJudgments, order: ['c', 'b', 'a', 'b'] }

  expect(orderDocuments(judgments, documents)).toEqual([2, 1, 0, 3])
  expect(toRelevance(judgments, 'order', documents, 2)).toEqual({
    gains: [2, 3, 4, 1],
    relevant: [false, true, true, false],
  })
})

test('an order excludes texts added later, and drops removed ones', () => {
  expect(orderDocuments({ ...noJudgments, order: ['gone', 'c'] }, documents)).toEqual([2, 0, 1, 3])
  expect(orderDocuments({ ...noJudgments, order: ['c'] }, documents, [3, 2, 1, 0])).toEqual([2, 3, 1, 0])
})

test('an edited document keeps its grade and position', () => {
  const judgments = { grades: { a: 2 as const }, order: ['b', 'a'] }

  expect(renameText(judgments, 'a', 'A')).toEqual({ grades: { A: 2 }, order: ['b', 'A'] })
  expect(renameText(judgments, 'z', 'Z')).toBe(judgments)
})

test.each(['constructor', 'toString', '__proto__'])(
  'a document with the text %s is graded like any other',
  text => {
    const graded = gradeText(noJudgments, text, 2)

    expect(gradeOf(noJudgments, text)).toBeNull()
    expect(toRelevance(noJudgments, 'grades', [text], 1)).toBeNull()
    expect(renameText(noJudgments, text, 'a')).toBe(noJudgments)
    expect(gradeOf(graded, text)).toBe(2)
    expect(gradeOf(renameText(graded, text, 'a'), 'a')).toBe(2)
  },
)

test('a grade can be removed', () => {
  expect(gradeText(gradeText(noJudgments, 'a', 2), 'a', null)).toEqual(noJudgments)
})

test('an order of other documents gives no metrics', () => {
  expect(toRelevance({ ...noJudgments, order: ['x', 'y'] }, 'order', documents, 2)).toBeNull()
})

test('only judgments of the current documents are stored with them', () => {
  const judgments = { grades: { a: 2 as const, x: 3 as const }, order: ['x', 'b', 'b'] }

  expect(judgmentsOf(judgments, documents)).toEqual({ grades: { a: 2 }, order: ['b', 'b'] })
  expect(judgmentsOf(judgments, ['z'])).toEqual(noJudgments)
})
