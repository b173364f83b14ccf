import type { DocIndex } from '#lib/contracts/console/docs.ts'

type Page = DocIndex['pages'][number]
type Section = Page['sections'][number]

export interface FoundSection {
  readonly href: string
  /** Title of the page. */
  readonly page: string
  readonly group: string
  /** Null for the start of a page. */
  readonly heading: string | null
  /** Text around the first match, with the matches marked. */
  readonly excerpt: readonly ExcerptPart[]
}

export interface ExcerptPart {
  readonly text: string
  readonly matches: boolean
}

const foundMax = 20
const excerptLength = 120

/** Sections that contain every word, the best first: matches in a title, in a heading, then in the text. */
export function searchDocs(index: DocIndex, query: string): readonly FoundSection[] {
  const words = toWords(query)
  if (words.length === 0) return []
  return index.pages
    .flatMap(page => page.sections.map(section => ({ page, section, score: toScore(page, section, words) })))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, foundMax)
    .map(({ page, section }) => toFound(page, section, words))
}

function toWords(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean)
}

/** 0: a word is missing. The title counts for all sections, but one without a match of its own is no result. */
function toScore(page: Page, section: Section, words: readonly string[]): number {
  const isStart = section.anchor === ''
  const title = page.title.toLowerCase()
  const heading = isStart ? title : section.heading.toLowerCase()
  const text = section.text.toLowerCase()
  const scores = words.map(word => {
    if (heading.includes(word)) return (isStart ? 30 : 20) + (startsWord(heading, word) ? 5 : 0)
    if (text.includes(word)) return startsWord(text, word) ? 4 : 2
    return title.includes(word) ? 1 : 0
  })
  const own = scores.some(score => score > 1)
  return own && !scores.includes(0) ? scores.reduce((sum: number, score) => sum + score, 0) : 0
}

function startsWord(text: string, word: string): boolean {
  const at = text.indexOf(word)
  return at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1))
}

function toFound(page: Page, section: Section, words: readonly string[]): FoundSection {
  return {
    href: section.anchor === '' ? page.path : `${page.path}#${section.anchor}`,
    page: page.title,
    group: page.group,
    heading: section.anchor === '' ? null : section.heading,
    excerpt: toParts(toExcerpt(section.text, words), words),
  }
}

function toExcerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const found = words.map(word => lower.indexOf(word)).filter(at => at >= 0)
  const first = found.length === 0 ? 0 : Math.min(...found)
  // Starts at a word, a few words before the match.
  const start = first < 40 ? 0 : lower.indexOf(' ', first - 40) + 1
  const cut = text.slice(start, start + excerptLength)
  return `${start > 0 ? '… ' : ''}${cut}${start + excerptLength < text.length ? ' …' : ''}`
}

function toParts(excerpt: string, words: readonly string[]): readonly ExcerptPart[] {
  const pattern = new RegExp(`(${words.map(word => RegExp.escape(word)).join('|')})`, 'gi')
  return excerpt
    .split(pattern)
    .map((text, at) => ({ text, matches: at % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
