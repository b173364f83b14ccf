import { Readability } from '@mozilla/readability'
import type { ExtractionOptions } from './extraction.ts'
import { isElement, outermost } from './walk.ts'
import { findRepeated, findShape, type PageShape } from './content/find-shape.ts'
import { cleanPart, gatherParts } from './content/gather-parts.ts'
import { isTitle } from './content/is-title.ts'
import { removeMenus } from './content/remove-menus.ts'
import { removePromotions } from './content/remove-promotions.ts'
import { countProse, measureText, sizeOf, type TextSizes } from './content/measure.ts'

const mark = 'data-heading'
// Below this, extraction of an article is more precise.
const repeatedLeftOutMin = 0.4
// The siblings of each are read.
const quotesMax = 200
const wrappersMax = 4

/** The content of a page, and the share of its text outside menus and the like that is not in it. */
export interface SelectedContent {
  readonly root: Element
  readonly leftOutShare: number
}

/**
 * The requested part of a page.
 * @param prepare creates the page's DOM, which is consumed; if it has no article, a new one is used whole
 */
export function selectContent(prepare: () => Document, options: ExtractionOptions): Element {
  return selectWithShare(prepare, options).root
}

/** The same, with the share of the page's text that is not in it. */
export function selectWithShare(prepare: () => Document, options: ExtractionOptions): SelectedContent {
  const document = prepare()
  if (options.includeTags.length > 0) return whole(gatherTags(document, options.includeTags))
  if (!options.onlyMainContent) return whole(document.body)
  const sizes = measureText(document.body)
  const { proseChars } = sizeOf(sizes, document.body)
  const shape = findShape(document, sizes)
  const root = selectShape(document, shape, sizes)
  if (root === null) return whole(prepare().body)
  const leftOutShare = proseChars === 0 ? 0 : Math.max(0, 1 - countProse(root) / proseChars)
  const repeated =
    shape.kind === 'article' && leftOutShare >= repeatedLeftOutMin ? selectRepeated(prepare()) : null
  return repeated === null ? { root, leftOutShare } : whole(repeated)
}

function whole(root: Element): SelectedContent {
  return { root, leftOutShare: 0 }
}

function selectShape(document: Document, shape: PageShape, sizes: TextSizes): Element | null {
  switch (shape.kind) {
    case 'article':
      return selectArticle(document)
    case 'comments':
      return selectWithComments(document, shape.parts)
    case 'answers':
    case 'articles':
    case 'cards':
      return gatherParts(document, shape.parts, sizes)
  }
}

/** Readability takes one of several long parts for the article. */
function selectRepeated(document: Document): Element | null {
  const sizes = measureText(document.body)
  const parts = findRepeated(document, sizes)
  return parts === null ? null : gatherParts(document, parts, sizes)
}

/** Readability would take the comments for the article, or drop them. */
function selectWithComments(document: Document, comments: readonly Element[]): Element | null {
  for (const element of comments) element.remove()
  const article = selectArticle(document)
  if (article === null) return null
  for (const element of comments) cleanPart(element)
  article.append(...comments)
  return article
}

/** Matching elements in page order; a match inside another is included with it. */
function gatherTags(document: Document, selectors: readonly string[]): Element {
  const gathered = document.createElement('div')
  gathered.append(...outermost(document.querySelectorAll(selectors.join(', '))))
  return gathered
}

function selectArticle(document: Document): Element | null {
  removeAroundMain(document)
  for (const quote of [...document.querySelectorAll('blockquote')].slice(0, quotesMax)) unwrapQuote(quote)
  removePromotions(document.body)
  const headings = [...document.querySelectorAll('h1, h2')].map(element => element.textContent?.trim() ?? '')
  // Readability turns every h1 into an h2, and drops the one that repeats the title.
  for (const element of document.querySelectorAll('h1')) element.setAttribute(mark, '')
  // It judges elements by their names: a term with the class `subheader` would be dropped as a page header.
  for (const element of document.querySelectorAll('dt, dd')) dropNames(element)
  // The DOM itself: serialized, it would have to be parsed again.
  const article = new Readability<Node>(document, { keepClasses: true, serializer: node => node }).parse()
  const content = article?.content
  if (!content || !isElement(content) || article.textContent?.trim() === '') return null
  for (const heading of content.querySelectorAll(`h2[${mark}]`)) restoreHeading(heading)
  const root = content.querySelector('#readability-page-1') ?? content
  removeMenus(root)
  const title = headings.find(text => isTitle(text, article.title ?? ''))
  const kept = [...root.querySelectorAll('h1, h2')].map(element => element.textContent?.trim())
  if (title !== undefined && !kept.includes(title)) {
    const heading = root.ownerDocument.createElement('h1')
    heading.textContent = title
    root.prepend(heading)
  }
  return root
}

/** An embedded post is often in an element such as `social-media-embed`, and Readability drops links in a `div`. */
function unwrapQuote(quote: Element): void {
  let outer = quote
  for (let levels = 0; levels < wrappersMax; levels++) {
    const around = outer.parentElement
    if (around?.tagName !== 'DIV' || !isAlone(outer, around)) break
    outer = around
  }
  if (outer !== quote) outer.replaceWith(quote)
}

function isAlone(element: Element, parent: Element): boolean {
  const isEmpty = (node: Node): boolean => (node.textContent ?? '').trim() === ''
  return (
    [...parent.childNodes].every(node => node === element || isEmpty(node)) &&
    parent.querySelector('img, picture, video, audio, iframe, svg, object, embed') === null
  )
}

function dropNames(element: Element): void {
  element.removeAttribute('class')
  element.removeAttribute('id')
}

// Readability mistakes a list of links for a menu and takes the whole page, and a long sidebar for the article;
// the page's own markup is better.
function removeAroundMain(document: Document): void {
  const [main, another] = document.querySelectorAll('main, [role="main"]')
  if (main === undefined || another !== undefined) return
  const around = [...document.querySelectorAll('nav, footer, aside')].filter(
    each => !main.contains(each) && !each.contains(main),
  )
  const mainChars = countProse(main)
  for (const element of outermost(around)) {
    // An element that was never closed has all that follows it in it.
    const hasArticle = element.querySelector('h1, article') !== null && countProse(element) > mainChars
    if (!hasArticle) element.remove()
  }
}

function restoreHeading(heading: Element): void {
  const first = heading.ownerDocument.createElement('h1')
  first.append(...heading.childNodes)
  heading.replaceWith(first)
}
