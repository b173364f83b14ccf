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
const beforeLength = 24

/**
 * Sections in which every word of the query begins a word, the best first: matches in a title, in a heading, then
 * in the text. Words that follow each other in the text count more.
 */
export function searchDocs(index: DocIndex, query: string): readonly FoundSection[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const patterns = words.map(word => toPattern(RegExp.escape(word)))
  const phrase = toPattern(words.map(word => RegExp.escape(word)).join('[\\s_-]+'))
  return index.pages
    .flatMap(page =>
      page.sections.map(section => ({ page, section, score: toScore(page, section, patterns, phrase) })),
    )
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, foundMax)
    .map(({ page, section }) => toFound(page, section, words, phrase))
}

function toPattern(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})`, 'iu')
}

/** 0: a word is missing. The title counts for all sections, but one without a match of its own is no result. */
function toScore(page: Page, section: Section, patterns: readonly RegExp[], phrase: RegExp): number {
  const isStart = section.anchor === ''
  const heading = isStart ? page.title : section.heading
  const scores: readonly number[] = patterns.map(pattern => {
    if (pattern.test(heading)) return isStart ? 30 : 20
    if (pattern.test(section.text)) return 4
    return pattern.test(page.title) ? 1 : 0
  })
  if (scores.includes(0) || scores.every(score => score === 1)) return 0
  const close = patterns.length > 1 && (phrase.test(heading) || phrase.test(section.text))
  return scores.reduce((sum, score) => sum + score, close ? 25 : 0)
}

function toFound(page: Page, section: Section, words: readonly string[], phrase: RegExp): FoundSection {
  const any = toPattern(words.map(word => RegExp.escape(word)).join('|'))
  const excerpt = toExcerpt(
    section.text,
    phrase.exec(section.text)?.index ?? any.exec(section.text)?.index ?? 0,
  )
  return {
    href: section.anchor === '' ? page.path : `${page.path}#${section.anchor}`,
    page: page.title,
    group: page.group,
    heading: section.anchor === '' ? null : section.heading,
    excerpt: toParts(excerpt, any),
  }
}

/** The text from a few words before a match. */
function toExcerpt(text: string, at: number): string {
  const start = at < beforeLength ? 0 : text.indexOf(' ', at - beforeLength) + 1
  const end = start + excerptLength
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}

function toParts(excerpt: string, any: RegExp): readonly ExcerptPart[] {
  const parts: ExcerptPart[] = []
  let from = 0
  for (const { index, 0: match } of excerpt.matchAll(new RegExp(any, 'giu'))) {
    parts.push({ text: excerpt.slice(from, index), matches: false }, { text: match, matches: true })
    from = index + match.length
  }
  return [...parts, { text: excerpt.slice(from), matches: false }].filter(({ text }) => text !== '')
}
