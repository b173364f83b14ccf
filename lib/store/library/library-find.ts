/** What is looked for in a team's chunks. */
export interface LibraryFind {
  readonly teamId: string
  /** Folded as the words of chunks are; each is looked for as it is. None: by the vector alone. */
  readonly words: readonly string[]
  /** Null: all. */
  readonly collections: readonly string[] | null
  /** Null: everything; else pages of these hosts and of those below them. */
  readonly hosts: readonly string[] | null
  /** Of length 1; null: by words alone. */
  readonly vector: FindVector | null
  readonly limit: number
}

export interface FindVector {
  readonly values: Float32Array
  /** Model and revision: only vectors of the same are compared. */
  readonly embedder: string
}

export interface FoundChunk {
  readonly itemId: string
  readonly content: string
  /** From 1. */
  readonly fromPage: number
  /** 0…1, of the fused ranks. */
  readonly score: number
}

/** Finds chunks by words and vector, best first. */
export type FindChunks = (find: LibraryFind) => Promise<readonly FoundChunk[]>

/** How many of each list are fused. */
export const ranksMax = 100
/** Of the best by words, where a vector is not compared with all. */
export const rescoredMax = 500
