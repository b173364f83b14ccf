import { expect, test } from 'vitest'
import { decompressRtf } from './compressed-rtf.ts'

// The examples of [MS-OXRTFCP].
test.each([
  [
    '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c090020627705b06c647d0a800fa0',
    '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
  ],
  ['1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0', '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}'],
])('compressed RTF is read, also where it refers to what it is about to write', (hex, rtf) => {
  expect(decompressRtf(Buffer.from(hex.replaceAll(' ', ''), 'hex')).toString('latin1')).toBe(rtf)
})

test('other data is refused as damaged', () => {
  expect(() => decompressRtf(Buffer.alloc(4))).toThrow(expect.objectContaining({ reason: 'corrupt' }))
  expect(() => decompressRtf(Buffer.alloc(40))).toThrow(expect.objectContaining({ reason: 'corrupt' }))
})
