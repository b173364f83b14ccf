import { expect, test } from 'vitest'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { AnswerLimits } from './answer-limits.ts'

const target: AnyTarget = { publicId: 'a', providerId: 'p', model: { modelId: 'a' }, fallbacks: [] }
const hourMs = 3_600_000

test('the excess of a target is reserved for an hour after its last answer beyond the limit', () => {
  let nowMs = 0
  const limits = new AnswerLimits(() => nowMs)
  expect(limits.excessOf(target)).toBe(0)

  limits.exceeded(target)
  nowMs = hourMs - 1
  expect(limits.excessOf(target)).toBe(32_768)
  limits.exceeded(target)
  nowMs = 2 * hourMs - 2
  expect(limits.excessOf(target)).toBe(32_768)
  expect(limits.excessOf({ ...target, publicId: 'b', model: { modelId: 'b' } })).toBe(0)

  nowMs = 2 * hourMs - 1
  expect(limits.excessOf(target)).toBe(0)
})
