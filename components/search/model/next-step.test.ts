import { expect, test } from 'vitest'
import { nextStep } from './next-step.ts'
import { nothingFound } from './evidence/found-answer.ts'

test('the active step follows the last finished one; text comes from the answer step', () => {
  expect(nextStep(nothingFound)).toBe('rewrite')
  expect(nextStep({ ...nothingFound, steps: [{ name: 'search', ms: 1 }] })).toBe('rank')
  expect(nextStep({ ...nothingFound, content: 'The' })).toBe('answer')
  expect(nextStep({ ...nothingFound, finish: 'stop' })).toBeNull()
})
