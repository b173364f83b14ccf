import { similarityRowsMax } from '#lib/client/embeddings/comparison/similarity-matrix.ts'

/** The rows that a matrix can show: the selection, else all; null where they are too few or too many. */
export function matrixRows(count: number, selection: ReadonlySet<number>): readonly number[] | null {
  const size = selection.size > 1 ? selection.size : count
  if (size < 2 || size > similarityRowsMax) return null
  return selection.size > 1
    ? [...selection].toSorted((a, b) => a - b)
    : Array.from({ length: count }, (_, row) => row)
}
