import { expect, test, describe } from 'vitest'
import { requireReadable, requireCapacity, toLogprob, createTokenText } from './llama-answerer.ts'
import type { Token } from 'node-llama-cpp'
import type { Tool } from '#lib/contracts/api/chat-message.ts'
import type { PromptInput } from './render-prompt.ts'

const refusal = expect.objectContaining({ code: 'context_length_exceeded', param: 'messages' })

test('a prompt must leave room for an answer', () => {
  expect(() => requireCapacity(4094, 4096, 'm')).not.toThrow()
  expect(() => requireCapacity(4095, 4096, 'm')).toThrow(refusal)
})

test('megabytes of text are rejected by length', () => {
  const message = (chars: number) => [{ role: 'user', content: 'x'.repeat(chars) }] as const
  const tool = (chars: number): Tool => ({
    type: 'function',
    function: { name: 'a', description: 'x'.repeat(chars) },
  })
  const read = (messages: PromptInput['messages'], tools: readonly Tool[] = []) =>
    requireReadable({ messages, tools }, 4096, 'm')

  expect(() => read(message(4096 * 127), [tool(1000)])).not.toThrow()
  expect(() => read(message(4096 * 128))).toThrow(refusal)
  expect(() => read(message(1), [tool(4096 * 128)])).toThrow(refusal)
})

test('more turns than tokens are rejected, before they are rendered', () => {
  const turns = Array.from({ length: 4097 }, () => ({ role: 'user', content: '' }) as const)

  expect(() => requireReadable({ messages: turns, tools: [] }, 4096, 'm')).toThrow(refusal)
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
