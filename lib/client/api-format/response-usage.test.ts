import { expect, test } from 'vitest'
import { responseUsage } from './response-usage.ts'

test('the input includes cached tokens, and the output includes reasoning', () => {
  const usage = {
    input_tokens: 9,
    input_tokens_details: { cached_tokens: 2, cache_write_tokens: 4 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 1 },
    total_tokens: 14,
    cost: 0.5,
  }

  expect(responseUsage(usage)).toEqual({
    prompt_tokens: 9,
    completion_tokens: 5,
    total_tokens: 14,
    prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 4 },
    completion_tokens_details: { reasoning_tokens: 1 },
    cost: 0.5,
  })
})

test('figures that the server does not report stay unknown', () => {
  expect(responseUsage({ input_tokens: 9, output_tokens: 5, total_tokens: 14 })).toEqual({
    prompt_tokens: 9,
    completion_tokens: 5,
    total_tokens: 14,
    prompt_tokens_details: {},
  })
})

test('usage of other formats, and none, is null', () => {
  for (const usage of [
    null,
    {},
    { input_tokens: 1, output_tokens: 2 },
    { prompt_tokens: 1, total_tokens: 2 },
  ])
    expect(responseUsage(usage)).toBeNull()
})
