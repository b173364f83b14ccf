import type { Token } from 'node-llama-cpp'
import { expect, test } from 'vitest'
import { createTokenText } from './token-text.ts'

// One token a byte, the worst that a vocabulary can do.
const model = {
  detokenize: (tokens: readonly Token[]) => new TextDecoder().decode(Uint8Array.from(tokens)),
}

test('characters of several tokens come out whole', () => {
  const text = createTokenText(model)
  const pieces = [...new TextEncoder().encode('aé€😀z')].map(byte => text.push(byte as Token))

  expect(pieces.filter(piece => piece !== '')).toEqual(['a', 'é', '€', '😀', 'z'])
})

test('bytes that never become a character do not hold the rest back', () => {
  const text = createTokenText(model)
  const pieces = [0xf0, 0x41, 0x42, 0x43, 0x44].map(byte => text.push(byte as Token)).join('')

  expect(pieces.endsWith('ABCD')).toBe(true)
})

test('an unfinished character comes out at the end', () => {
  const text = createTokenText(model)

  expect(text.push(0xe2 as Token)).toBe('')
  expect(text.flush()).toBe('\uFFFD')
  expect(text.flush()).toBe('')
})
