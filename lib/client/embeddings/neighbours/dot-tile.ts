/** Queries that are compared at once. */
export const tileQueries = 4

/**
 * Dot products of four queries with two rows, the kernel of everything that compares many vectors: each value is
 * loaded once for four or two products, about twice as fast as one pair after the other.
 * @param block the four queries by turns: 4 × dimensions
 * @param out eight products: four with the first row, four with the second
 */
export function dotTile(
  values: Float32Array,
  first: number,
  second: number,
  block: Float32Array,
  dimensions: number,
  out: Float64Array,
): void {
  let a0 = 0
  let a1 = 0
  let a2 = 0
  let a3 = 0
  let b0 = 0
  let b1 = 0
  let b2 = 0
  let b3 = 0
  const from = first * dimensions
  const shift = (second - first) * dimensions
  for (let at = from, query = 0; at < from + dimensions; at += 1, query += 4) {
    const a = values[at] ?? 0
    const b = values[at + shift] ?? 0
    const q0 = block[query] ?? 0
    const q1 = block[query + 1] ?? 0
    const q2 = block[query + 2] ?? 0
    const q3 = block[query + 3] ?? 0
    a0 += q0 * a
    a1 += q1 * a
    a2 += q2 * a
    a3 += q3 * a
    b0 += q0 * b
    b1 += q1 * b
    b2 += q2 * b
    b3 += q3 * b
  }
  out[0] = a0
  out[1] = a1
  out[2] = a2
  out[3] = a3
  out[4] = b0
  out[5] = b1
  out[6] = b2
  out[7] = b3
}
