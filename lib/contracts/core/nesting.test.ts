import { expect, test } from 'vitest'
import { isNestedDeeper } from './nesting.ts'

test.each([
  ['[[1],[2]]', 2, false],
  ['[[1],[2]]', 1, true],
  ['{"a":{"b":[]}}', 2, true],
  ['["[[[[", "\\"[[["]', 1, false],
  ['['.repeat(100_000), 32, true],
])('%.20s is deeper than %i levels: %s', (text, depthMax, deeper) => {
  expect(isNestedDeeper(text, depthMax)).toBe(deeper)
})
