import { expect, test } from 'vitest'
import { initialView, readComparisonView, writeComparisonView } from './comparison-view.ts'
import { noJudgments } from './judgments.ts'

test('nothing is stored until something was changed or judged', () => {
  expect(writeComparisonView(initialView, noJudgments)).toBeNull()
})

test('a written view is parsed unchanged', () => {
  const view = { ...initialView, sort: 'change' as const, threshold: 0.4, keywords: true }
  const judgments = { grades: { a: 3 as const, b: 0 as const }, order: ['b', 'a'] }

  const written = writeComparisonView(view, judgments)

  expect(Object.keys(written ?? {}).toSorted()).toEqual(['grades', 'keywords', 'order', 'sort', 'threshold'])
  expect(readComparisonView(JSON.parse(JSON.stringify(written)))).toEqual({ view, judgments })
})

test.each([
  null,
  [],
  'x',
  { sort: 'up', shape: 1, threshold: 'x', depth: 0.5, grades: { a: 9 }, order: 'a' },
])('an invalid view falls back to the defaults (%#)', value => {
  expect(readComparisonView(value)).toEqual({ view: initialView, judgments: noJudgments })
})
