import { Readability } from '@mozilla/readability'
import type { ExtractionOptions } from './extraction.ts'
import { parseFragment } from './parse-page.ts'
import { toHtml } from './to-html.ts'

const mark = 'data-heading'

/** The part of a page that was asked for, as HTML. The document is used up. */
export function selectContent(document: Document, options: ExtractionOptions): string {
  if (options.includeTags.length > 0) return toHtml(gatherTags(document, options.includeTags))
  const whole = toHtml(document.body)
  if (!options.onlyMainContent) return whole
  return selectArticle(document) ?? whole
}

/** What matches, in the order of the page; what lies inside another match comes with it. */
function gatherTags(document: Document, selectors: readonly string[]): Element {
  const matches = new Set(document.querySelectorAll(selectors.join(', ')))
  const outermost = [...matches].filter(element => {
    for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
      if (matches.has(outer)) return false
    }
    return true
  })
  const gathered = document.createElement('div')
  gathered.append(...outermost)
  return gathered
}

function selectArticle(document: Document): string | null {
  const headings = [...document.querySelectorAll('h1, h2')].map(element => element.textContent?.trim() ?? '')
  // Readability makes every h1 an h2, and drops the one that repeats the title.
  for (const element of document.querySelectorAll('h1')) element.setAttribute(mark, '')
  const article = new Readability(document, { keepClasses: true }).parse()
  if (!article?.content || article.textContent?.trim() === '') return null
  const { body } = parseFragment(article.content)
  for (const heading of body.querySelectorAll(`h2[${mark}]`)) restoreHeading(heading)
  const root = body.querySelector('#readability-page-1') ?? body
  const title = headings.find(text => isTitle(text, article.title ?? ''))
  const kept = [...root.querySelectorAll('h1, h2')].map(element => element.textContent?.trim())
  if (title !== undefined && !kept.includes(title)) {
    const heading = root.ownerDocument.createElement('h1')
    heading.textContent = title
    root.prepend(heading)
  }
  return toHtml(root)
}

function restoreHeading(heading: Element): void {
  const first = heading.ownerDocument.createElement('h1')
  first.append(...heading.childNodes)
  heading.replaceWith(first)
}

function isTitle(heading: string, title: string): boolean {
  const [one, other] = [normal(heading), normal(title)]
  if (one === '' || other === '') return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.includes(short) && short.length >= long.length * 0.5
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
