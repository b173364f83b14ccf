import { Readability } from '@mozilla/readability'
import type { ExtractionOptions } from './extraction.ts'
import { isElement } from './walk.ts'

const mark = 'data-heading'

/**
 * The requested part of a page.
 * @param prepare creates the page's DOM, which is consumed; if it has no article, a new one is used whole
 */
export function selectContent(prepare: () => Document, options: ExtractionOptions): Element {
  const document = prepare()
  if (options.includeTags.length > 0) return gatherTags(document, options.includeTags)
  if (!options.onlyMainContent) return document.body
  return selectArticle(document) ?? prepare().body
}

/** Matching elements in page order; a match inside another is included with it. */
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

function selectArticle(document: Document): Element | null {
  removeAroundMain(document)
  const headings = [...document.querySelectorAll('h1, h2')].map(element => element.textContent?.trim() ?? '')
  // Readability turns every h1 into an h2, and drops the one that repeats the title.
  for (const element of document.querySelectorAll('h1')) element.setAttribute(mark, '')
  // The DOM itself: serialized, it would have to be parsed again.
  const article = new Readability<Node>(document, { keepClasses: true, serializer: node => node }).parse()
  const content = article?.content
  if (!content || !isElement(content) || article.textContent?.trim() === '') return null
  for (const heading of content.querySelectorAll(`h2[${mark}]`)) restoreHeading(heading)
  const root = content.querySelector('#readability-page-1') ?? content
  const title = headings.find(text => isTitle(text, article.title ?? ''))
  const kept = [...root.querySelectorAll('h1, h2')].map(element => element.textContent?.trim())
  if (title !== undefined && !kept.includes(title)) {
    const heading = root.ownerDocument.createElement('h1')
    heading.textContent = title
    root.prepend(heading)
  }
  return root
}

// Readability mistakes a list of links for a menu and takes the whole page; the page's own markup is better.
function removeAroundMain(document: Document): void {
  const [main, another] = document.querySelectorAll('main, [role="main"]')
  if (main === undefined || another !== undefined) return
  for (const element of document.querySelectorAll('nav, footer')) {
    if (element.closest('main, [role="main"]') === null) element.remove()
  }
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
