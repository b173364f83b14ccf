import { expect, test } from 'vitest'
import { canConfirm } from './search-job.ts'

test.each([
  ['local/qwen2.5-coder-0.5b-instruct', false],
  ['local/qwen2.5-coder-1.5b-instruct', true],
  ['local/qwen3-1.7b', true],
  ['local/qwen3-10.5b', true],
])('%s confirms that a passage answers the question: %j', (model, confirms) => {
  expect(canConfirm(model)).toBe(confirms)
})
