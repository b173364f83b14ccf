const floatBytes = 4

/** Converts little-endian float32 to pgvector's text format. */
export function toVectorText(vector: Buffer): string {
  const numbers = Array.from({ length: vector.byteLength / floatBytes }, (_, at) =>
    vector.readFloatLE(at * floatBytes),
  )
  return `[${numbers.join(',')}]`
}
