import type { Block } from '#lib/engines/parsing/blocks.ts'
import type { Measure } from './measure.ts'
import type { Piece } from './piece.ts'
import { splitAnywhere } from './split-anywhere.ts'

/** Where a text may be cut: the ends of its parts. */
type Cut = (text: string) => Iterable<number>

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' })
const cuts: Readonly<Record<Block['type'], readonly Cut[]>> = {
  table: [after('\n'), after('\t'), afterSentences],
  code: [after('\n')],
  list_item: [after('\n'), afterSentences],
  field: [after('\n'), afterSentences],
  heading: [afterSentences],
  paragraph: [afterSentences],
  image: [afterSentences],
  note: [afterSentences],
}
// A header row that takes more is not worth its repetition.
const headShareMax = 1 / 4

/**
 * Cuts a block that is too long: between rows, lines or sentences, then between words, then between characters.
 * @param room tokens of the longest piece
 */
export function* splitBlock(block: Block, room: number, measure: Measure): Generator<Piece> {
  const head = headOf(block, room, measure)
  const left = head === null ? room : room - measure.count(head) - measure.separatorTokens
  let isFirst = true
  for (const [start, end] of splitRange(block.text, 0, block.text.length, cuts[block.type], left, measure)) {
    const tokens = measure.count(block.text.slice(start, end))
    yield { block, start, end, tokens, ...(head !== null && !isFirst && { head }) }
    isFirst = false
  }
}

function headOf({ type, text, rows }: Block, room: number, measure: Measure): string | null {
  if (type !== 'table' || rows === undefined || rows.length < 2) return null
  const end = text.indexOf('\n')
  // A cell with a line end of its own: which lines are rows is not known.
  if (end === -1 || text.split('\n').length !== rows.length) return null
  const head = text.slice(0, end)
  return measure.count(head) <= room * headShareMax ? head : null
}

function* splitRange(
  text: string,
  from: number,
  to: number,
  [cut, ...finer]: readonly Cut[],
  room: number,
  measure: Measure,
): Generator<readonly [start: number, end: number]> {
  const part = text.slice(from, to)
  if (cut === undefined) {
    if (part.trim() !== '') yield* splitAnywhere(text, from, to, room, measure.count)
    return
  }
  let start = from
  for (const at of cut(part)) {
    const end = from + at
    if (end === start) continue
    const piece = text.slice(start, end)
    if (piece.trim() === '' || measure.count(piece) <= room) yield [start, end]
    else yield* splitRange(text, start, end, finer, room, measure)
    start = end
  }
}

function after(sign: string): Cut {
  return function* lines(text) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) yield at + 1
    yield text.length
  }
}

function* afterSentences(text: string): Generator<number> {
  for (const { index, segment } of sentences.segment(text)) yield index + segment.length
}
