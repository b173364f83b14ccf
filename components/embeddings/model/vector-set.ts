/** Vectors of the viewer's rows by one model. */
export interface VectorSet {
  readonly model: string
  readonly count: number
  readonly dimensions: number
  /** count × dimensions, row-major, as returned by the API. */
  readonly values: Float32Array
  /** count; 1 when the row has its vector, 0 when its batch failed or was stopped. */
  readonly present: Uint8Array
}

/** Coordinates of the points: interleaved x and y, 2 × count, within −1…1. */
export type Layout = Float32Array

export type Metric = 'cosine' | 'euclidean'
export interface Neighbour {
  readonly index: number
  /** Cosine distance (0 to 2) or Euclidean distance. */
  readonly distance: number
}
