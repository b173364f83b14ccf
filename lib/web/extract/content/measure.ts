import { isElement, isText, walk } from '#lib/web/extract/walk.ts'

/** Characters of an element without white space, of all text and of text outside links. */
export interface TextSize {
  readonly chars: number
  readonly proseChars: number
}

export type TextSizes = ReadonlyMap<Element, TextSize>

const aroundTags: ReadonlySet<string> = new Set('NAV FOOTER BUTTON SELECT TEXTAREA DIALOG MENU'.split(' '))
const aroundRoles: ReadonlySet<string> = new Set(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar'.split(' '),
)
const aroundNames =
  /^(?:ads?|advert(?:isement)?s?|ad-(?:banner|container|slot|unit|wrapper)|(?:main-?|nav-?|site-?|top-?)?menu|(?:page-?|site-?)?footer|masthead|toc|recommended|popup|modal)$|(?:^|[-_])(?:nav|navbar|navigation|breadcrumbs?|sidebar|sidenav|related|recommendations|sponsored|newsletter|social|share|sharing|cookies?|consent|pagination|pager|trending|most-?read|read-?next)(?:$|[-_])/i
// `no-share` and `has-sidebar` say what an element is not.
const negated = /^(?:no|not|non|without|has)[-_]/i
const nothing: TextSize = { chars: 0, proseChars: 0 }

/** Measures the elements of a page in one pass, in page order; menus, sidebars and the like have no size. */
export function measureText(root: Element): TextSizes {
  const chars = root.textContent?.length ?? 0
  return measureBut(root, element => isAround(element, chars))
}

/** Measures the elements of a page in one pass, menus and the like too. */
export function measureAll(root: Element): TextSizes {
  return measureBut(root, () => false)
}

/** Characters of text outside links. */
export function countProse(element: Element): number {
  let chars = 0
  walk(element, node => {
    if (isText(node) && node.parentElement?.closest('a') === null) {
      chars += countShown(node.nodeValue ?? '')
    }
  })
  return chars
}

export function sizeOf(sizes: TextSizes, element: Element): TextSize {
  return sizes.get(element) ?? nothing
}

/** Whether an element is around the content of a page: a menu, a sidebar, a footer, links to other pages. */
function isAround(element: Element, pageChars: number): boolean {
  const name = element.tagName
  if (name === 'BODY' || name === 'MAIN' || name === 'ARTICLE') return false
  if (aroundTags.has(name) || aroundRoles.has(element.getAttribute('role') ?? '')) return true
  // The header of an article has its title, and an aside in it a remark.
  const isOuter = element.closest('article, main, [role="main"]') === null
  if (name === 'HEADER') return isOuter
  if (name === 'ASIDE' && isOuter) return true
  if (!namesOf(element).some(each => aroundNames.test(each) && !negated.test(each))) return false
  // A `content-sidebar-wrap` has both.
  return element.querySelector('h1') === null && (element.textContent?.length ?? 0) * 2 < pageChars
}

/** The classes and the id of an element. */
export function namesOf(element: Element): string[] {
  const id = element.getAttribute('id') ?? ''
  const names = (element.getAttribute('class') ?? '').split(/\s+/, namesMax)
  return [...names, id].filter(name => name !== '')
}

const namesMax = 50

interface MeasuredPage {
  readonly sizes: Map<Element, TextSize>
  readonly isLeftOut: (element: Element) => boolean
}

function measureBut(root: Element, isLeftOut: MeasuredPage['isLeftOut']): TextSizes {
  const sizes = new Map<Element, TextSize>()
  measureChildren(root, false, { sizes, isLeftOut })
  return sizes
}

function measure(element: Element, linked: boolean, page: MeasuredPage): TextSize {
  if (page.isLeftOut(element)) return nothing
  return measureChildren(element, linked || element.tagName === 'A', page)
}

function measureChildren(element: Element, inLink: boolean, page: MeasuredPage): TextSize {
  // In page order.
  page.sizes.set(element, nothing)
  let [chars, proseChars] = [0, 0]
  for (const node of element.childNodes) {
    if (isElement(node)) {
      const size = measure(node, inLink, page)
      chars += size.chars
      proseChars += size.proseChars
    } else if (isText(node)) {
      const count = countShown(node.nodeValue ?? '')
      chars += count
      if (!inLink) proseChars += count
    }
  }
  const size = { chars, proseChars }
  page.sizes.set(element, size)
  return size
}

function countShown(text: string): number {
  return text.replace(/\s+/g, '').length
}
