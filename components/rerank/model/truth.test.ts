import { expect, test } from 'vitest'
import { gradeOf, gradeText, noTruth, orderDocuments, renameText, toWorth, truthAbout } from './truth.ts'

const documents = ['a', 'b', 'c', 'b']

test('grades gain 2^grade − 1; ungraded documents gain nothing', () => {
  const truth = gradeText(gradeText(noTruth, 'c', 3), 'b', 1)

  expect(toWorth(truth, 'grades', documents, 2)).toEqual({
    gains: [0, 1, 7, 1],
    relevant: [false, true, true, true],
  })
})

test('without a grade above 0 and without an order, metrics are undefined', () => {
  expect(toWorth(gradeText(noTruth, 'a', 0), 'grades', documents, 2)).toBeNull()
  expect(toWorth(noTruth, 'order', documents, 2)).toBeNull()
})

test('gains of an ideal order fall by one per rank, and its top k are relevant', () => {
  const truth = { ...noTruth, order: ['c', 'b', 'a', 'b'] }

  expect(orderDocuments(truth, documents)).toEqual([2, 1, 0, 3])
  expect(toWorth(truth, 'order', documents, 2)).toEqual({
    gains: [2, 3, 4, 1],
    relevant: [false, true, true, false],
  })
})

test('an order excludes texts added later, and drops removed ones', () => {
  expect(orderDocuments({ ...noTruth, order: ['gone', 'c'] }, documents)).toEqual([2, 0, 1, 3])
  expect(orderDocuments({ ...noTruth, order: ['c'] }, documents, [3, 2, 1, 0])).toEqual([2, 3, 1, 0])
})

test('an edited document keeps its grade and position', () => {
  const truth = { grades: { a: 2 as const }, order: ['b', 'a'] }

  expect(renameText(truth, 'a', 'A')).toEqual({ grades: { A: 2 }, order: ['b', 'A'] })
  expect(renameText(truth, 'z', 'Z')).toBe(truth)
})

test.each(['constructor', 'toString', '__proto__'])(
  'a document with the text %s is graded like any other',
  text => {
    const graded = gradeText(noTruth, text, 2)

    expect(gradeOf(noTruth, text)).toBeNull()
    expect(toWorth(noTruth, 'grades', [text], 1)).toBeNull()
    expect(renameText(noTruth, text, 'a')).toBe(noTruth)
    expect(gradeOf(graded, text)).toBe(2)
    expect(gradeOf(renameText(graded, text, 'a'), 'a')).toBe(2)
  },
)

test('a grade can be removed', () => {
  expect(gradeText(gradeText(noTruth, 'a', 2), 'a', null)).toEqual(noTruth)
})

test('an order of other documents gives no metrics', () => {
  expect(toWorth({ ...noTruth, order: ['x', 'y'] }, 'order', documents, 2)).toBeNull()
})

test('only judgments of the current documents are stored with them', () => {
  const truth = { grades: { a: 2 as const, x: 3 as const }, order: ['x', 'b', 'b'] }

  expect(truthAbout(truth, documents)).toEqual({ grades: { a: 2 }, order: ['b', 'b'] })
  expect(truthAbout(truth, ['z'])).toEqual(noTruth)
})
