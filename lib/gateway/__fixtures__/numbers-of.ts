/** The float32 values of a vector in a `/v1/embeddings` response: numbers or base64. */
export function numbersOf(embedding: string | readonly number[] | undefined): Float32Array {
  if (typeof embedding !== 'string') return Float32Array.from(embedding ?? [])
  const bytes = Buffer.from(embedding, 'base64')
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}
