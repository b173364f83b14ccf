import type { Box } from '#lib/engines/parsing/blocks.ts'

export interface TextPiece {
  readonly text: string
  readonly box: Box
}

const aboveLines = 1.5
const gapHeights = 1.2
const reachShare = 0.5
const labelLength = 200
const loneLetters = /^(?:\p{L}(?:\s+|$))*$/u

/**
 * What a reader calls a field: the text that ends left of it on its line, or for marks begins right of it, with no
 * other field between; else, or where these are lone letters of words that run downwards, the text right above. Empty
 * when there is none.
 * @param beside for check boxes and radio buttons, whose text stands at the right
 */
export function fieldLabel(
  field: Box,
  pieces: readonly TextPiece[],
  fields: readonly Box[],
  beside: boolean,
): string {
  const onLine = pieces.filter(
    ({ box }) => overlap(box[1], box[3], field[1], field[3]) > (box[3] - box[1]) / 2,
  )
  const others = fields.filter(
    other => other !== field && overlap(other[1], other[3], field[1], field[3]) > 0,
  )
  const right = (): string =>
    chain(onLine.map(mirror), mirrorBox(field), others.map(mirrorBox)).toReversed().join(' ')
  const left = (): string => chain(onLine, field, others).join(' ')
  const near = tidy(beside ? right() || left() : left())
  return loneLetters.test(near) ? tidy(above(field, pieces)) || near : near
}

function tidy(label: string): string {
  return label
    .replaceAll(/(?:\s*\.){3,}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[\s:.]+$/, '')
    .slice(-labelLength)
}

/** Pieces that end before the field, each close to the next, in reading order. */
function chain(pieces: readonly TextPiece[], field: Box, others: readonly Box[]): string[] {
  const tolerance = (field[3] - field[1]) / 2
  const before = pieces
    .filter(({ box }) => box[2] <= field[0] + tolerance)
    .toSorted((one, other) => other.box[2] - one.box[2])
  const words: string[] = []
  let edge = field[0]
  for (const { text, box } of before) {
    const barred = others.some(other => other[2] > box[2] && other[2] <= edge + tolerance)
    const far =
      words.length === 0 ? edge - box[2] > reachShare : edge - box[2] > (box[3] - box[1]) * gapHeights
    if (barred || far) break
    words.unshift(text)
    edge = box[0]
  }
  return words
}

function above(field: Box, pieces: readonly TextPiece[]): string {
  const over = pieces.filter(({ box }) => {
    const height = box[3] - box[1]
    const gap = field[1] - box[3]
    return gap > -height / 2 && gap < height * aboveLines && overlap(box[0], box[2], field[0], field[2]) > 0
  })
  const lowest = Math.max(...over.map(({ box }) => box[3]))
  const line = over.filter(({ box }) => lowest - box[3] < (box[3] - box[1]) / 2)
  return line
    .toSorted((one, other) => one.box[0] - other.box[0])
    .map(piece => piece.text)
    .join(' ')
}

function overlap(from: number, to: number, otherFrom: number, otherTo: number): number {
  return Math.min(to, otherTo) - Math.max(from, otherFrom)
}

function mirror({ text, box }: TextPiece): TextPiece {
  return { text, box: mirrorBox(box) }
}

function mirrorBox([x0, y0, x1, y1]: Box): Box {
  return [1 - x1, y0, 1 - x0, y1]
}
