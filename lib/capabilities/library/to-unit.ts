/** A vector at length 1, as the store compares them; one of zeros stays. */
export function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map(value => value / length)
}
