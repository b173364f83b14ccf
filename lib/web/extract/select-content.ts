import { Readability } from '@mozilla/readability'
import type { ExtractionOptions } from './extraction.ts'
import { isElement } from './walk.ts'

const mark = 'data-heading'

/**
 * The part of a page that was asked for.
 * @param prepare makes the page's tree, which is used up; where no article is found in one, the whole of another counts
 */
export function selectContent(prepare: () => Document, options: ExtractionOptions): Element {
  const document = prepare()
  if (options.includeTags.length > 0) return gatherTags(document, options.includeTags)
  if (!options.onlyMainContent) return document.body
  return selectArticle(document) ?? prepare().body
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

function selectArticle(document: Document): Element | null {
  removeAroundMain(document)
  const headings = [...document.querySelectorAll('h1, h2')].map(element => element.textContent?.trim() ?? '')
  // Readability makes every h1 an h2, and drops the one that repeats the title.
  for (const element of document.querySelectorAll('h1')) element.setAttribute(mark, '')
  // The tree itself: written down it would have to be read again.
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

// A list of links looks like a menu to Readability, which then takes the whole page; the page itself knows better.
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
