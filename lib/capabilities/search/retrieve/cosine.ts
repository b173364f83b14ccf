/** Cosine similarity of two vectors of the same length, −1…1. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let product = 0
  let ones = 0
  let others = 0
  for (let at = 0; at < one.length; at++) {
    const left = one[at] ?? 0
    const right = other[at] ?? 0
    product += left * right
    ones += left * left
    others += right * right
  }
  return ones === 0 || others === 0 ? 0 : product / Math.sqrt(ones * others)
}
