/** Eigenvalues, the largest first, and their eigenvectors as columns. */
export interface Diagonal {
  readonly values: Float64Array
  /** size × size, row after row. */
  readonly vectors: Float64Array
}

const sweepsMax = 60

/** Eigenvectors of a small symmetric matrix (size × size) by Jacobi's rotations. */
export function diagonalise(matrix: Float64Array, size: number): Diagonal {
  const work = Float64Array.from(matrix)
  const vectors = new Float64Array(size * size)
  for (let at = 0; at < size; at += 1) vectors[at * size + at] = 1
  const scale = Math.hypot(...work)
  for (let sweep = 0; sweep < sweepsMax && offDiagonal(work, size) > scale * 1e-14; sweep += 1) {
    for (let row = 0; row < size; row += 1) {
      for (let column = row + 1; column < size; column += 1) rotatePair(work, vectors, size, row, column)
    }
  }
  const order = Array.from({ length: size }, (_, at) => at).toSorted(
    (one, other) => (work[other * size + other] ?? 0) - (work[one * size + one] ?? 0),
  )
  const sorted = new Float64Array(size * size)
  order.forEach((from, to) => {
    for (let row = 0; row < size; row += 1) sorted[row * size + to] = vectors[row * size + from] ?? 0
  })
  return { values: Float64Array.from(order, at => work[at * size + at] ?? 0), vectors: sorted }
}

function offDiagonal(matrix: Float64Array, size: number): number {
  let sum = 0
  for (let row = 0; row < size; row += 1) {
    for (let column = row + 1; column < size; column += 1) sum += (matrix[row * size + column] ?? 0) ** 2
  }
  return Math.sqrt(sum)
}

/** Rotates two axes so that their common entry becomes zero. */
function rotatePair(
  work: Float64Array,
  vectors: Float64Array,
  size: number,
  row: number,
  column: number,
): void {
  const common = work[row * size + column] ?? 0
  if (common === 0) return
  const half = ((work[column * size + column] ?? 0) - (work[row * size + row] ?? 0)) / (2 * common)
  const tangent = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.sqrt(half * half + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  for (let at = 0; at < size; at += 1) mix(work, at * size + row, at * size + column, cosine, sine)
  for (let at = 0; at < size; at += 1) mix(work, row * size + at, column * size + at, cosine, sine)
  for (let at = 0; at < size; at += 1) mix(vectors, at * size + row, at * size + column, cosine, sine)
}

function mix(values: Float64Array, one: number, other: number, cosine: number, sine: number): void {
  const first = values[one] ?? 0
  const second = values[other] ?? 0
  values[one] = cosine * first - sine * second
  values[other] = sine * first + cosine * second
}
