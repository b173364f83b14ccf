import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readVector, writeVector } from './written-vector.ts'

const vectors = fc.float32Array({ minLength: 1, maxLength: 50, noNaN: true, noDefaultInfinity: true })

test('both encodings carry the same bits, there and back', () => {
  fc.assert(
    fc.property(vectors, vector => {
      const float = writeVector(vector, 'float')
      const base64 = writeVector(vector, 'base64')

      const bits = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
      expect(new Uint8Array(readVector(float).buffer)).toEqual(bits)
      expect(new Uint8Array(readVector(base64).buffer)).toEqual(bits)
      expect([float.dimensions, base64.dimensions]).toEqual([vector.length, vector.length])
    }),
  )
})

test('base64 is little-endian float32, as the openai client reads it', () => {
  const { text } = writeVector(Float32Array.of(1, -2.5), 'base64')

  expect(text.toString()).toBe('AACAPwAAIMA=')
})
