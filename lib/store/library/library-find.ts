/** Search query for a team's chunks. */
export interface LibraryFind {
  readonly teamId: string
  /** Folded like the words of chunks and matched literally. Empty: vector search only. */
  readonly words: readonly string[]
  /** Null: all. */
  readonly collections: readonly string[] | null
  /** Null: everything; else pages of these hosts and their subdomains. */
  readonly hosts: readonly string[] | null
  /** Unit vector; null: keyword search only. */
  readonly vector: FindVector | null
  readonly limit: number
}

export interface FindVector {
  readonly values: Float32Array
  /** Model and revision: only vectors of the same are compared. */
  readonly embedder: string
  /** Share of the team's chunks that have one, 0…1: the weight of the vectors. */
  readonly share: number
}

export interface FoundChunk {
  readonly itemId: string
  readonly content: string
  /** From 1. */
  readonly fromPage: number
  /** 0…1, fused from keywords and vectors. */
  readonly score: number
}

/** Finds chunks by keywords and vector, best match first. */
export type FindChunks = (find: LibraryFind) => Promise<readonly FoundChunk[]>

/** Number of entries of each list to fuse. */
export const ranksMax = 100
/** Number of keyword matches to rank by vector, where a full vector search is not possible. */
export const rescoredMax = 500
