import type { Token } from 'node-llama-cpp'
import { expect, test } from 'vitest'
import { toLogprob } from './logprobs.ts'

const model = { detokenize: ([token]: readonly Token[]) => (token === 1 ? 'é' : 'b') }
const probabilities = new Map<Token, number>([
  [1 as Token, 0.75],
  [2 as Token, 0.25],
])

test('a token carries its probability, its bytes and the best others', () => {
  expect(toLogprob(model, 1 as Token, probabilities, 1)).toEqual({
    token: 'é',
    logprob: Math.log(0.75),
    bytes: [0xc3, 0xa9],
    top_logprobs: [{ token: 'é', logprob: Math.log(0.75), bytes: [0xc3, 0xa9] }],
  })
  expect(toLogprob(model, 1 as Token, probabilities, 0).top_logprobs).toEqual([])
})

test('what cannot be is printed as a number, JSON has no infinity', () => {
  expect(toLogprob(model, 7 as Token, probabilities, 2).logprob).toBe(-9999)
})
