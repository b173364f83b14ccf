import { expect, test } from 'vitest'
import { readUsage } from './decoder.ts'

test('counts are read wherever servers put them', () => {
  const counted = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }

  expect(readUsage({ usage: counted })).toMatchObject(counted)
  expect(readUsage({ x_groq: { usage: { ...counted, queue_time: 0.1 } } })).toMatchObject(counted)
  expect(readUsage({ usage: { input_tokens: 3, output_tokens: 2 } })).toMatchObject(counted)
  expect(readUsage({ usage: null })).toBeNull()
  expect(readUsage({ usage: { prompt_tokens: null } })).toBeNull()
  expect(readUsage({})).toBeNull()
})

test('a total above the sum is preserved, and null details are dropped', () => {
  const usage = {
    prompt_tokens: 687,
    completion_tokens: 1,
    total_tokens: 817,
    prompt_tokens_details: { cached_tokens: 679, audio_tokens: null },
    cost: 0.5,
  }

  expect(readUsage({ usage: { ...usage, completion_tokens_details: null } })).toStrictEqual({
    ...usage,
    prompt_tokens_details: { cached_tokens: 679 },
  })
})
