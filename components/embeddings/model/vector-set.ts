/** Vectors of the viewer's rows by one model. */
export interface VectorSet {
  readonly model: string
  readonly count: number
  readonly dimensions: number
  /** count × dimensions, row after row, as the API gave them. */
  readonly values: Float32Array
  /** count; 1 where the row has its vector, 0 where its batch failed or was stopped. */
  readonly present: Uint8Array
}

/** Where the points lie: x and y by turns, 2 × count, within −1…1. */
export type Layout = Float32Array

export type Metric = 'cosine' | 'euclidean'
export interface Neighbour {
  readonly index: number
  /** Cosine distance (0 to 2) or Euclidean distance. */
  readonly distance: number
}
