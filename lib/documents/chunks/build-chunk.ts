import { separatorBetween } from '#lib/documents/write/separator.ts'
import type { BlockPosition } from '#lib/documents/write/render.ts'
import type { Measure } from './measure.ts'
import { continues, type Draft, type Piece } from './piece.ts'

export interface Chunk {
  readonly content: string
  /** Token count of the embedding model for `content`, including special tokens. */
  readonly totalTokens: number
  readonly fromPage: number
  readonly toPage: number
  /** Enclosing headings, outermost first. */
  readonly headings: readonly string[]
  readonly slide?: number
  readonly sheet?: string
  readonly positions: readonly BlockPosition[]
  /** Length of the overlap with the previous chunk, in UTF-16 units. */
  readonly repeated: number
}

/** A chunk with its pieces. */
export interface BuiltDraft extends Draft {
  readonly chunk: Chunk
}

/** Builds a chunk. */
export function buildDraft(draft: Draft, measure: Measure): BuiltDraft {
  return { ...draft, chunk: buildChunk(draft, measure) }
}

/** Whether it has reached the limit, including special tokens and headings. */
export function fitsWhole({ pieces, chunk }: BuiltDraft, measure: Measure): boolean {
  const [first] = pieces
  return first !== undefined && chunk.totalTokens - measure.counter.marks <= measure.spaceFor(first.block)
}

function buildChunk({ lead, pieces }: Draft, measure: Measure): Chunk {
  const [first] = pieces
  if (first === undefined) throw new Error('a chunk has at least one piece')
  const { content, positions } = writePieces(lead, pieces)
  const pages = pieces.map(({ block }) => block.page ?? 1)
  const { slide, sheet } = first.block
  return {
    content,
    totalTokens: measure.count(content) + measure.counter.marks,
    fromPage: Math.min(...pages),
    toPage: Math.max(...pages),
    headings: measure.headingsOf(first.block),
    ...(slide !== undefined && { slide }),
    ...(sheet !== undefined && { sheet }),
    positions,
    repeated: lead.length,
  }
}

function writePieces(
  lead: string,
  pieces: readonly Piece[],
): { content: string; positions: BlockPosition[] } {
  const parts = [lead]
  const positions: BlockPosition[] = []
  let length = lead.length
  let before: Piece | null = null
  for (const [index, piece] of pieces.entries()) {
    const isContinued = before !== null && continues(before, piece)
    const separator = before === null || isContinued ? '' : separatorBetween(before.block, piece.block)
    const text = trimmed(piece, { start: !isContinued, end: index === pieces.length - 1 })
    const start = length + separator.length
    parts.push(separator, text)
    length = start + text.length
    const last = positions.at(-1)
    if (isContinued && last !== undefined) positions[positions.length - 1] = { ...last, end: length }
    else positions.push({ block: piece.block, start, end: length })
    before = piece
  }
  return { content: parts.join(''), positions }
}

function trimmed(
  { block, start, end }: Piece,
  at: { readonly start: boolean; readonly end: boolean },
): string {
  const text = block.text.slice(start, end)
  // An empty first cell and indentation carry meaning.
  const keepsSpace = block.type === 'table' || block.type === 'code'
  const begun = at.start ? (keepsSpace ? text.replace(/^\n+/, '') : text.trimStart()) : text
  if (!at.end) return begun
  return keepsSpace ? withoutLastLines(begun) : begun.trimEnd()
}

function withoutLastLines(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end--
  return text.slice(0, end)
}
