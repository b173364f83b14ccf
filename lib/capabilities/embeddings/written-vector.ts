import type { EmbeddingEncoding, WrittenVector } from '#lib/providers/embedding/embedding-model.ts'

const floatBytes = 4

/** The numbers as float32, which is all that base64 carries: both encodings then give the same vector. */
export function readVector({ encoding, text }: WrittenVector): Float32Array {
  if (encoding === 'float') return Float32Array.from(JSON.parse(text.toString('latin1')) as number[])
  const bytes = Buffer.from(text.toString('latin1'), 'base64')
  const vector = new Float32Array(bytes.length / floatBytes)
  for (let at = 0; at < vector.length; at++) vector[at] = bytes.readFloatLE(at * floatBytes)
  return vector
}

export function writeVector(vector: Float32Array, encoding: EmbeddingEncoding): WrittenVector {
  const dimensions = vector.length
  if (encoding === 'float') return { encoding, dimensions, text: Buffer.from(printNumbers(vector)) }
  const bytes = Buffer.allocUnsafe(vector.length * floatBytes)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * floatBytes)
  return { encoding, dimensions, text: Buffer.from(bytes.toString('base64')) }
}

function printNumbers(vector: Float32Array): string {
  // `String(-0)` is `0`, but base64 preserves the sign.
  const numbers = Array.from(vector, value => (Object.is(value, -0) ? '-0' : String(value)))
  return `[${numbers.join(',')}]`
}
