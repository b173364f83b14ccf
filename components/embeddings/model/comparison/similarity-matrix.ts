export const similarityRowsMax = 100

/** Similarities of each pair of texts. */
export interface SimilarityMatrix {
  /** The requested rows with a usable vector, in the requested order. */
  readonly rows: readonly number[]
  /** Cosine similarities (-1 to 1), rows.length × rows.length, symmetric, 1 on the diagonal. */
  readonly values: Float32Array
  /** Order of `rows` that places similar texts next to each other. */
  readonly order: readonly number[]
}
