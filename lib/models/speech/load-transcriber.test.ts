import { expect, test } from 'vitest'
import { readSpeechTokens } from './load-transcriber.ts'

/** A vocabulary in which entry `id` is `texts[id]`, and empty if there is none. */
function vocabulary(texts: Readonly<Record<number, string>>, size: number): Buffer {
  const entries = Array.from({ length: size }, (_, id) => {
    const bytes = Buffer.from(texts[id] ?? '')
    const length = bytes.length < 0x80 ? [bytes.length] : [0x80 | (bytes.length & 0x7f), bytes.length >> 7]
    return Buffer.concat([Buffer.from(length), bytes])
  })
  return Buffer.concat(entries)
}

test('words are joined, their markers become spaces, and single bytes form characters', () => {
  const long = 'x'.repeat(300)
  const tokens = readSpeechTokens(
    vocabulary({ 300: '▁Hello', 301: '▁wor', 302: 'ld', 303: long, 304: '!' }, 305),
  )
  const euro = [...Buffer.from('€')].map(byte => byte + 3)

  expect(tokens.toText([1, 300, 301, 302, ...euro, 304, 2, 32_005])).toBe('Hello world€!')
  expect(tokens.toText([303])).toBe(long)
})
