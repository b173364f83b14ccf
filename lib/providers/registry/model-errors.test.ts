import { expect, test } from 'vitest'
import { similarIds } from './model-errors.ts'

const known = [
  'openai/gpt-4.1',
  'openai/gpt-4.1-mini',
  'openai/gpt-4o',
  'openai/gpt-4o-mini',
  'local/qwen3-1.7b',
]

test.each([
  ['gpt-4.1', ['openai/gpt-4.1', 'openai/gpt-4o', 'openai/gpt-4.1-mini']],
  ['openai/gpt4o', ['openai/gpt-4o', 'openai/gpt-4.1', 'openai/gpt-4o-mini']],
  ['Qwen3-1.7B', ['local/qwen3-1.7b']],
  ['nothing-like-it', []],
  ['', []],
])('%s probably means %j', (wanted, expected) => {
  expect(similarIds(wanted, known)).toEqual(expected)
})
