export const similarityRowsMax = 100

/** Every text against every other. */
export interface SimilarityMatrix {
  /** The rows asked for that have a usable vector, in the order asked. */
  readonly rows: readonly number[]
  /** Cosine similarities (-1 to 1), rows.length × rows.length, symmetric, 1 on the diagonal. */
  readonly values: Float32Array
  /** Positions in `rows` so that similar texts stand together. */
  readonly order: readonly number[]
}
