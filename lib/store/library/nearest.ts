export interface Near {
  /** Index in the list of vectors. */
  readonly at: number
  readonly cosine: number
}

/**
 * The nearest vectors, all normalized, nearest first.
 * @param data concatenated vectors
 * @param allowed the indexes to search; absent: all
 */
export function nearest(
  data: Float32Array,
  vector: Float32Array,
  limit: number,
  allowed?: (at: number) => boolean,
): Near[] {
  const size = vector.length
  const count = Math.floor(data.length / size)
  const best: Near[] = []
  let least = -Infinity
  for (let at = 0; at < count; at++) {
    if (allowed !== undefined && !allowed(at)) continue
    const cosine = dot(data, at * size, vector)
    if (best.length === limit && cosine <= least) continue
    insert(best, { at, cosine })
    if (best.length > limit) best.pop()
    least = best.at(-1)?.cosine ?? -Infinity
  }
  return best
}

/** The product of a vector and another that begins at an index of `data`. */
// Four accumulators, so that additions run in parallel. The bounds are known: checking each number for
// `undefined` takes 50% longer.
export function dot(data: Float32Array, from: number, vector: Float32Array): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  const size = vector.length
  const whole = size - (size % 4)
  for (let at = 0; at < whole; at += 4) {
    a += (data[from + at] as number) * (vector[at] as number)
    b += (data[from + at + 1] as number) * (vector[at + 1] as number)
    c += (data[from + at + 2] as number) * (vector[at + 2] as number)
    d += (data[from + at + 3] as number) * (vector[at + 3] as number)
  }
  for (let at = whole; at < size; at++) a += (data[from + at] as number) * (vector[at] as number)
  return a + b + c + d
}

function insert(best: Near[], near: Near): void {
  let low = 0
  let high = best.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((best[middle]?.cosine ?? -Infinity) >= near.cosine) low = middle + 1
    else high = middle
  }
  best.splice(low, 0, near)
}
