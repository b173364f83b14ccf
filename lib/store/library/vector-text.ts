const floatBytes = 4

/** Little-endian float32 as pgvector reads them. */
export function toVectorText(vector: Buffer): string {
  const numbers = Array.from({ length: vector.byteLength / floatBytes }, (_, at) =>
    vector.readFloatLE(at * floatBytes),
  )
  return `[${numbers.join(',')}]`
}
