import { expect, test } from 'vitest'
import { decodeText } from './charset.ts'

// Bytes of encodings that Node can read but not write, made by other programs.
const foreign = [
  ['shift_jis', '93fa967b8cea82cc95b68e9a97f182f093c782de8365835883678142'],
  ['euc-jp', 'c6fccbdcb8eca4cecab8bbfacef3a4f2c6c9a4e0a5c6a5b9a5c8a1a3'],
  ['euc-kr', 'c7d1b1b9beee20b9aeb8aec0bb20c0d0b4c220bdc3c7e8c0d4b4cfb4d92e'],
  ['gb18030', 'd6d0cec4d7d6b7fbcae4c8eba3acced2c3c7d4dabeddb4cbb2e2cad4a1a3'],
  ['big5', 'a4a4a4e5a6a6a5bfa4e5a672aabaa5d5aabab7d5b7d3'],
] as const

test.each(foreign)('%s is told by its characters', (charset, hex) => {
  const bytes = Buffer.from(hex, 'hex')

  const { text, charset: found, guessed } = decodeText(bytes, null)

  expect(found).toBe(charset)
  expect(text).toBe(new TextDecoder(charset).decode(bytes))
  expect(guessed).toBe(true)
})

test.each(foreign)('%s is read as the caller says, without a guess', (charset, hex) => {
  const bytes = Buffer.from(hex, 'hex')

  expect(decodeText(bytes, charset)).toEqual({
    text: new TextDecoder(charset).decode(bytes),
    charset,
    guessed: false,
  })
})

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const utf32 = (text: string, write: 'writeUInt32LE' | 'writeUInt32BE'): Buffer => {
  const codes = Array.from(text, character => character.codePointAt(0) ?? 0)
  const bytes = Buffer.alloc(codes.length * 4)
  for (const [at, code] of codes.entries()) bytes[write](code, at * 4)
  return bytes
}
const words = 'Grüße, 世界 and 𝄞'

test.each([
  ['UTF-8', Buffer.from(words), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${words}`), 'utf-8'],
  ['UTF-16LE with a mark', Buffer.from(`\ufeff${words}`, 'utf16le'), 'utf-16le'],
  ['UTF-16BE with a mark', utf16be(`\ufeff${words}`), 'utf-16be'],
  ['UTF-32LE with a mark', utf32(`\ufeff${words}`, 'writeUInt32LE'), 'utf-32le'],
  ['UTF-32BE with a mark', utf32(`\ufeff${words}`, 'writeUInt32BE'), 'utf-32be'],
])('%s', (_, bytes, charset) => {
  expect(decodeText(bytes, null)).toEqual({ text: words, charset, guessed: false })
})

const english = 'Plain English text, long enough to tell.'

test.each([
  ['UTF-16LE', Buffer.from(english, 'utf16le'), 'utf-16le'],
  ['UTF-16BE', utf16be(english), 'utf-16be'],
])('%s without a mark is told by its zeros', (_, bytes, charset) => {
  expect(decodeText(bytes, null)).toEqual({ text: english, charset, guessed: false })
})

test('a mark is believed before the caller', () => {
  expect(decodeText(Buffer.from('\ufeffé'), 'latin1').text).toBe('é')
})

test('what a page declares is believed', () => {
  const page = Buffer.from('<meta charset="iso-8859-2">\xb1', 'latin1')

  expect(decodeText(page, null)).toMatchObject({
    charset: 'iso-8859-2',
    guessed: false,
    text: expect.stringMatching(/ą$/),
  })
})

test('Western letters in one byte each are guessed as such', () => {
  const { text, guessed } = decodeText(
    Buffer.from('D\xe9j\xe0 vu: le caf\xe9 est tr\xe8s bon.', 'latin1'),
    null,
  )

  expect(text).toBe('Déjà vu: le café est très bon.')
  expect(guessed).toBe(true)
})

test('lines end in one way, and zeros and half characters go', () => {
  expect(decodeText(Buffer.from('a\r\nb\rc\0d'), 'utf-8').text).toBe('a\nb\ncd')
})

test('an unknown charset is the caller’s mistake', () => {
  expect(() => decodeText(Buffer.from('x'), 'klingon')).toThrow(
    expect.objectContaining({ code: 'invalid_value', param: 'charset' }),
  )
})
