import { expect, test } from 'vitest'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { isMismatched, readChatUnits } from './read-units.ts'

test('units are never negative, and their sum is the larger of the total and its parts', () => {
  const random = numbers(42)
  for (let round = 0; round < 5000; round++) {
    const prompt = random()
    const completion = random()
    const total = random()
    const usage: Usage = {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: total,
      prompt_tokens_details: {
        cached_tokens: random(),
        cache_write_tokens: random(),
        cache_write_long_tokens: random(),
        audio_tokens: random(),
        image_tokens: random(),
      },
      completion_tokens_details: { reasoning_tokens: random(), audio_tokens: random() },
    }
    const { request, ...tokens } = readChatUnits(usage)
    const counts = Object.values(tokens)
    expect(request).toBe(1)
    expect(counts.every(count => Number.isSafeInteger(count) && count >= 0)).toBe(true)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Math.max(total, prompt + completion))
  }
})

test('reads what a hostile server sends as no tokens', () => {
  const usage = {
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
    prompt_tokens_details: { cached_tokens: -4, cache_write_tokens: Number.NaN },
    server_tool_use: { web_search_requests: -1 },
  }
  expect(readChatUnits(usage)).toMatchObject({ input: 10, output: 5, cacheRead: 0, webSearch: 0 })
})

/** The same numbers in each run: mostly small, some zero. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % 3 === 0 ? 0 : state % 5000
  }
}

test.each([
  ['adds up', { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }, false],
  ['has no total', { prompt_tokens: 10, completion_tokens: 5 }, false],
  ['has more in total', { prompt_tokens: 10, completion_tokens: 5, total_tokens: 20 }, true],
  [
    'reads more from the cache than the prompt has',
    { prompt_tokens: 1, prompt_tokens_details: { cached_tokens: 2 } },
    true,
  ],
  [
    'reasons more than it completes',
    { completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 2 } },
    true,
  ],
])('usage that %s is marked', (_name, usage, marked) => {
  expect(isMismatched(usage, false)).toBe(marked)
})

test('thinking that only the total has is no mismatch of providers that report it so', () => {
  const usage = {
    prompt_tokens: 32,
    completion_tokens: 9,
    total_tokens: 135,
    completion_tokens_details: { reasoning_tokens: 94 },
  }

  expect(isMismatched(usage, true)).toBe(false)
  expect(isMismatched({ ...usage, total_tokens: 50 }, true)).toBe(true)
})
