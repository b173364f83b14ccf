import { expect, test } from 'vitest'
import { mergeMessageUsage, toChatUsage } from './message-usage.ts'

test('cached tokens are part of the prompt, and thinking is part of the completion', () => {
  const usage = {
    input_tokens: 3,
    cache_read_input_tokens: 2,
    cache_creation_input_tokens: 4,
    output_tokens: 5,
    output_tokens_details: { thinking_tokens: 1 },
  }

  expect(toChatUsage(usage)).toEqual({
    prompt_tokens: 9,
    completion_tokens: 5,
    total_tokens: 14,
    prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 4 },
    completion_tokens_details: { reasoning_tokens: 1 },
  })
})

test('cache figures that the server does not report stay unknown, and so does the usage without input', () => {
  expect(toChatUsage({ input_tokens: 3, output_tokens: 5 })?.prompt_tokens_details).toEqual({})
  expect(toChatUsage({ output_tokens: 5 })).toBeNull()
})

test('the end of a stream replaces what its start said, but not with null', () => {
  const first = { input_tokens: 3, output_tokens: 1 }

  expect(mergeMessageUsage(first, { input_tokens: null, output_tokens: 5 })).toEqual({
    input_tokens: 3,
    output_tokens: 5,
  })
  expect(mergeMessageUsage(undefined, null)).toEqual({})
})
