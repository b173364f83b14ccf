/** How many of how many were taken, and the seed that takes the same ones again. */
export interface FairSample {
  readonly size: number
  readonly of: number
  readonly seed: number
}
