import type { Block } from '#lib/documents/blocks.ts'

/** A block, or a part of one that is too long for a chunk. */
export interface Piece {
  readonly block: Block
  /** In the block's text. */
  readonly start: number
  readonly end: number
  /** Counted by itself. */
  readonly tokens: number
  /** Of a row of a table that is cut: its header row, which the next chunk repeats. */
  readonly head?: string
}

/** A chunk before its text is written. */
export interface Draft {
  /** What is repeated from before: the end of the last chunk, or the header row of a table. */
  readonly lead: string
  readonly pieces: readonly Piece[]
}

/** Whether the second goes on where the first ends. */
export function continues(before: Piece, after: Piece): boolean {
  return before.block === after.block && before.end === after.start
}
