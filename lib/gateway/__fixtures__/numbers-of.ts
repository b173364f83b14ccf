/** The float32 of a vector as an answer of `/v1/embeddings` writes it: as numbers, or as base64. */
export function numbersOf(embedding: string | readonly number[] | undefined): Float32Array {
  if (typeof embedding !== 'string') return Float32Array.from(embedding ?? [])
  const bytes = Buffer.from(embedding, 'base64')
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}
