import type { Block, Box } from '#lib/engines/parsing/blocks.ts'
import type { PageLine } from './page-lines.ts'

const sizeTolerance = 0.12
const gapFactor = 0.8
const fullShare = 0.85
const flowingShare = 0.6
const sameLeft = 0.02

/** Lines of one paragraph. */
export interface Paragraph {
  readonly lines: readonly PageLine[]
  readonly text: string
  readonly box: Box
  readonly fontSize: number
  readonly weight: number
}

/** Gathers the lines of a page to paragraphs, by their distance and size. The order stays PDFium's. */
export function toParagraphs(lines: readonly PageLine[]): Paragraph[] {
  const visible = lines.filter(line => line.text !== '')
  const groups: PageLine[][] = []
  for (const line of visible) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (group !== undefined && before !== undefined && belongs(before, line)) group.push(line)
    else groups.push([line])
  }
  const rights = columnRights(visible)
  return groups.map(group => toParagraph(group, rights))
}

/** A block of the page it stands on. */
export function toParagraphBlock({ text, box }: Paragraph, page: number): Block {
  return { type: 'paragraph', text, page, box, headings: [], origin: 'text' }
}

function belongs(before: PageLine, line: PageLine): boolean {
  const sizes = Math.abs(before.fontSize - line.fontSize) / Math.max(before.fontSize, line.fontSize, 1)
  if (sizes > sizeTolerance) return false
  if (before.weight >= 600 !== line.weight >= 600 && Math.abs(before.box[0] - line.box[0]) < sameLeft)
    return false
  const height = before.box[3] - before.box[1]
  const gap = line.box[1] - before.box[3]
  const overlaps = line.box[0] < before.box[2] && before.box[0] < line.box[2]
  return overlaps && gap < height * gapFactor && gap > -height * gapFactor
}

/** Where columns end: the rightmost line of those that begin at the same place. */
function columnRights(lines: readonly PageLine[]): (left: number) => number {
  const rights = new Map<number, number>()
  const keyOf = (left: number): number => Math.round(left / sameLeft)
  for (const { box } of lines) rights.set(keyOf(box[0]), Math.max(rights.get(keyOf(box[0])) ?? 0, box[2]))
  return left => Math.max(...[-1, 0, 1].map(step => rights.get(keyOf(left) + step) ?? 0))
}

function toParagraph(lines: readonly PageLine[], columnRight: (left: number) => number): Paragraph {
  const [first] = lines
  const left = Math.min(...lines.map(line => line.box[0]))
  const right = columnRight(left)
  const isFull = (line: PageLine): boolean => line.box[2] - left > (right - left) * fullShare
  const inner = lines.slice(0, -1)
  // Prose fills its lines; an address or a list of figures does not, and its lines mean something.
  const flowing = inner.length > 0 && inner.filter(isFull).length >= inner.length * flowingShare
  let text = ''
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (before !== undefined) text += flowing && (isFull(before) || before.hyphenated) ? ' ' : '\n'
    text += line.text
  }
  return {
    lines,
    text,
    box: [
      left,
      Math.min(...lines.map(line => line.box[1])),
      Math.max(...lines.map(line => line.box[2])),
      Math.max(...lines.map(line => line.box[3])),
    ],
    fontSize: first?.fontSize ?? 0,
    weight: first?.weight ?? 0,
  }
}
