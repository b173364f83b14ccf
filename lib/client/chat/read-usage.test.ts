import { expect, test } from 'vitest'
import { readUsage } from './read-usage.ts'

test('counts, cached tokens and cost are read, a missing total is added up', () => {
  expect(
    readUsage({
      prompt_tokens: 3,
      completion_tokens: 2,
      cost: 0.1,
      prompt_tokens_details: { cached_tokens: 1 },
    }),
  ).toEqual({
    prompt_tokens: 3,
    completion_tokens: 2,
    total_tokens: 5,
    prompt_tokens_details: { cached_tokens: 1 },
    cost: 0.1,
  })
})

test.each([null, undefined, {}, { prompt_tokens: 1 }, { prompt_tokens: '1', completion_tokens: 2 }])(
  '%j tells nothing',
  value => {
    expect(readUsage(value)).toBeNull()
  },
)
