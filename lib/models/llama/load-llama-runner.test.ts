import { expect, test } from 'vitest'
import { threadBudget, toPieceTokens } from './load-llama-runner.ts'

test('one core is left for other programs, but never the second of two', () => {
  expect([1, 2, 3, 8].map(threadBudget)).toEqual([1, 2, 2, 7])
})

test('a prompt is evaluated in pieces of about half a second, powers of two', () => {
  expect([1, 41, 110, 300, 5000].map(toPieceTokens)).toEqual([16, 16, 64, 128, 512])
})
