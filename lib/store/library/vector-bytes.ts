/** As vectors are stored: little-endian float32, as they lie in memory. */
export function toVectorBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
}
