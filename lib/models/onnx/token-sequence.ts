/** One input of a graph: what is evaluated on its own, never padded. */
export interface TokenSequence {
  readonly ids: Int32Array
  /** Position of the first token of the second text of a pair; the length where there is only one. */
  readonly secondStart: number
}
