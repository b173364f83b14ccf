import type { Paragraph } from './to-paragraphs.ts'

const largerBy = 1.12
const linesMax = 2
const lengthMax = 200
const levelsMax = 6
const shareMax = 0.3

/**
 * Levels of the paragraphs that are headings: larger than the body or bold where it is not, short, and no sentence.
 * @returns level 1 to 6 for each heading
 */
export function findHeadings(paragraphs: readonly Paragraph[]): ReadonlyMap<Paragraph, number> {
  const body = bodyStyle(paragraphs)
  const headings = paragraphs.filter(paragraph => isHeading(paragraph, body))
  // Where so much stands out, it is a slide or a poster and tells nothing.
  if (headings.length > Math.max(3, paragraphs.length * shareMax)) {
    const larger = headings.filter(heading => heading.fontSize > body.size * largerBy)
    return larger.length > Math.max(3, paragraphs.length * shareMax) ? new Map() : toLevels(larger)
  }
  return toLevels(headings)
}

interface BodyStyle {
  readonly size: number
  readonly bold: boolean
}

/** The style in which most is written. */
function bodyStyle(paragraphs: readonly Paragraph[]): BodyStyle {
  const lengths = new Map<string, { style: BodyStyle; length: number }>()
  for (const { fontSize, bold, text } of paragraphs) {
    const style = { size: Math.round(fontSize * 2) / 2, bold }
    const known = lengths.get(`${style.size} ${bold}`) ?? { style, length: 0 }
    lengths.set(`${style.size} ${bold}`, { style, length: known.length + text.length })
  }
  const [most] = [...lengths.values()].toSorted((one, other) => other.length - one.length)
  return most?.style ?? { size: 0, bold: false }
}

function isHeading({ fontSize, bold, lines, text }: Paragraph, body: BodyStyle): boolean {
  const standsOut = fontSize > body.size * largerBy || (bold && !body.bold && fontSize > body.size * 0.9)
  return (
    standsOut &&
    lines.length <= linesMax &&
    text.length <= lengthMax &&
    /\p{L}{2}/u.test(text) &&
    !/[,;:]$|[\p{Ll}\d]\.$/u.test(text) &&
    lines.every(line => line.cells === null)
  )
}

/** Larger sizes are outer headings; bold ones stand above others of their size. */
function toLevels(headings: readonly Paragraph[]): Map<Paragraph, number> {
  const rankOf = ({ fontSize, bold }: Paragraph): number => Math.round(fontSize * 2) + (bold ? 0.5 : 0)
  const ranks = [...new Set(headings.map(rankOf))].toSorted((one, other) => other - one)
  return new Map(headings.map(heading => [heading, Math.min(levelsMax, ranks.indexOf(rankOf(heading)) + 1)]))
}
