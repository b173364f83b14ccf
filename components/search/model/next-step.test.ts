import { expect, test } from 'vitest'
import { nextStep } from './next-step.ts'
import { nothingFound } from './evidence/found-answer.ts'

test('the step that goes on is the one after the last that ended; text comes from the answer', () => {
  expect(nextStep(nothingFound)).toBe('rewrite')
  expect(nextStep({ ...nothingFound, steps: [{ name: 'search', ms: 1 }] })).toBe('rank')
  expect(nextStep({ ...nothingFound, content: 'The' })).toBe('answer')
  expect(nextStep({ ...nothingFound, finish: 'stop' })).toBeNull()
})
