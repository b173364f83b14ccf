/** Normalizes a vector in place. A zero vector stays unchanged. */
export function l2Normalize(vector: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  let sum = 0
  for (const value of vector) sum += value * value
  if (sum === 0) return vector
  const scale = 1 / Math.sqrt(sum)
  for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] ?? 0) * scale
  return vector
}
