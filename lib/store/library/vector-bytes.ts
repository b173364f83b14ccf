/** The stored form of vectors: little-endian float32, as in memory. */
export function toVectorBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
}
