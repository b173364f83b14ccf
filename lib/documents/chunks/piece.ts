import type { Block } from '#lib/documents/blocks.ts'

/** A block, or part of one that is too long for a chunk. */
export interface Piece {
  readonly block: Block
  /** Range in the block's text. */
  readonly start: number
  readonly end: number
  /** Token count of the piece alone. */
  readonly tokens: number
  /** For a row of a split table: its header row, which the next chunk repeats. */
  readonly head?: string
}

/** A chunk before its text is built. */
export interface Draft {
  /** Repeated text: the end of the previous chunk, or the header row of a table. */
  readonly lead: string
  readonly pieces: readonly Piece[]
}

/** Whether the second piece continues the first. */
export function continues(before: Piece, after: Piece): boolean {
  return before.block === after.block && before.end === after.start
}
