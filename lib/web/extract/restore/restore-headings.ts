import { findElements } from '#lib/web/extract/walk.ts'

const headingTags: ReadonlySet<string> = new Set(['H1', 'H2', 'H3', 'H4', 'H5', 'H6'])
const anchorText =
  /^(?:[#¶§🔗⚓]|(?:perma)?link|anchor|(?:direct |permanent )?link to (?:this )?(?:heading|section))?$/iu

/** Makes headings one line of their own words: without line breaks, and without the links to themselves. */
export function restoreHeadings(document: Document): void {
  for (const heading of findElements(document.documentElement, ({ tagName }) => headingTags.has(tagName))) {
    for (const element of findElements(heading, ({ tagName }) => tagName === 'A' || tagName === 'BR')) {
      if (element.tagName === 'BR') element.replaceWith(document.createTextNode(' '))
      else if (isOwnAnchor(element)) element.remove()
    }
  }
}

/** Whether a link shows only a sign, and leads to a place in its page. */
function isOwnAnchor(link: Element): boolean {
  const href = link.getAttribute('href')?.trim() ?? ''
  if (!href.startsWith('#') || href.length === 1 || link.querySelector('img') !== null) return false
  return anchorText.test((link.textContent ?? '').trim())
}
