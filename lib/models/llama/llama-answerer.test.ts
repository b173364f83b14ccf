import { expect, test, describe } from 'vitest'
import { requireReadable, requireCapacity, toLogprob, createTokenText } from './llama-answerer.ts'
import type { Token } from 'node-llama-cpp'

const refusal = expect.objectContaining({ code: 'context_length_exceeded', param: 'messages' })

test('a prompt must leave room for an answer', () => {
  expect(() => requireCapacity(4094, 4096, 'm')).not.toThrow()
  expect(() => requireCapacity(4095, 4096, 'm')).toThrow(refusal)
})

test('megabytes of text are rejected by length', () => {
  const segments = (chars: number) => [{ text: 'x'.repeat(chars), marks: true }]

  expect(() => requireReadable(segments(4096 * 128), 4096, 'm')).not.toThrow()
  expect(() => requireReadable(segments(4096 * 128 + 1), 4096, 'm')).toThrow(refusal)
})

const model = { detokenize: ([token]: readonly Token[]) => (token === 1 ? 'é' : 'b') }
const probabilities = new Map<Token, number>([
  [1 as Token, 0.75],
  [2 as Token, 0.25],
])

test('a token has its probability, its bytes and the best alternatives', () => {
  expect(toLogprob(model, 1 as Token, probabilities, 1)).toEqual({
    token: 'é',
    logprob: Math.log(0.75),
    bytes: [0xc3, 0xa9],
    top_logprobs: [{ token: 'é', logprob: Math.log(0.75), bytes: [0xc3, 0xa9] }],
  })
  expect(toLogprob(model, 1 as Token, probabilities, 0).top_logprobs).toEqual([])
})

test('minus infinity is printed as a number, because JSON has no infinity', () => {
  expect(toLogprob(model, 7 as Token, probabilities, 2).logprob).toBe(-9999)
})

describe('token text', () => {
  // One token per byte, the worst case of a vocabulary.
  const model = {
    detokenize: (tokens: readonly Token[]) => new TextDecoder().decode(Uint8Array.from(tokens)),
  }

  test('characters that span several tokens are emitted whole', () => {
    const text = createTokenText(model)
    const pieces = [...new TextEncoder().encode('aé€😀z')].map(byte => text.push(byte as Token))

    expect(pieces.filter(piece => piece !== '')).toEqual(['a', 'é', '€', '😀', 'z'])
  })

  test('invalid bytes do not delay the following text', () => {
    const text = createTokenText(model)
    const pieces = [0xf0, 0x41, 0x42, 0x43, 0x44].map(byte => text.push(byte as Token)).join('')

    expect(pieces.endsWith('ABCD')).toBe(true)
  })

  test('an incomplete character is emitted at the end', () => {
    const text = createTokenText(model)

    expect(text.push(0xe2 as Token)).toBe('')
    expect(text.flush()).toBe('\uFFFD')
    expect(text.flush()).toBe('')
  })
})
