/** One input of a graph, evaluated separately and never padded. */
export interface TokenSequence {
  readonly ids: Int32Array
  /** Index of the first token of the second text in a pair; the length if there is only one. */
  readonly secondStart: number
}
