import { isText } from '#lib/web/extract/walk.ts'
import { countProse } from './measure.ts'

// A shorter content may be a list of links.
const contentCharsMin = 500
// Titles of sections are short, those of articles are not.
const linkCharsMax = 40
// A caption or a byline is shorter.
const paragraphCharsMin = 80
// A byline, a date and a summary together.
const charsAboveMax = 200
// An arrow or a slash for each link.
const separatorChars = 2

/** Removes menus and breadcrumbs above the text of an article; a table of contents stays. */
export function removeMenus(content: Element): void {
  if (countProse(content) < contentCharsMin) return
  for (const list of listsAbove(content)) if (isMenu(list)) list.remove()
}

function listsAbove(content: Element): Element[] {
  const lists: Element[] = []
  let chars = 0
  for (const element of content.querySelectorAll('*')) {
    const own = countText(element)
    if (element.tagName !== 'H1') chars += own
    if (own >= paragraphCharsMin || chars > charsAboveMax) return lists
    if (['UL', 'OL', 'NAV'].includes(element.tagName)) lists.push(element)
  }
  return lists
}

/** Characters of an element's own text. Lists and captions are no paragraphs. */
function countText(element: Element): number {
  if (element.closest('a, ul, ol, nav, figure') !== null) return 0
  let chars = 0
  for (const node of element.childNodes) if (isText(node)) chars += (node.nodeValue ?? '').trim().length
  return chars
}

function isMenu(list: Element): boolean {
  const links = [...list.querySelectorAll('a[href]')]
  if (links.length === 0 || list.querySelector('img, picture, video') !== null) return false
  if (links.every(link => link.getAttribute('href')?.includes('#'))) return false
  const chars = links.reduce((sum, link) => sum + (link.textContent ?? '').trim().length, 0)
  return chars <= linkCharsMax * links.length && countProse(list) <= separatorChars * links.length
}
