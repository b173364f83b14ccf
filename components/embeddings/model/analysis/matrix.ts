/** Row-major values: count × dimensions. */
export interface Matrix {
  readonly values: Float32Array
  readonly count: number
  readonly dimensions: number
}

/** A matrix of the rows at `positions`, in that order. */
export function gatherRows({ values, dimensions }: Matrix, positions: ArrayLike<number>): Matrix {
  const gathered = new Float32Array(positions.length * dimensions)
  for (let index = 0; index < positions.length; index += 1) {
    const start = (positions[index] ?? 0) * dimensions
    gathered.set(values.subarray(start, start + dimensions), index * dimensions)
  }
  return { values: gathered, count: positions.length, dimensions }
}
