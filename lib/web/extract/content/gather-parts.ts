import { isTitle } from './is-title.ts'
import { namesOf, sizeOf, type TextSizes } from './measure.ts'

const headings: ReadonlySet<string> = new Set(['H1', 'H2', 'H3', 'H4', 'H5', 'H6'])
const proseCharsMin = 40

/** The main part of a page with these elements, and with the text between them, but without what is around. */
export function gatherParts(document: Document, parts: readonly Element[], sizes: TextSizes): Element {
  const root = rootOf(document, parts)
  const title = titleOf(document)
  const counts = countAround(parts)
  const around = [...counts.keys()]
  // The ancestors of the first part come first, from the inside out.
  const among = around.filter(each => counts.get(each) === parts.length)
  const kept: Kept = {
    parts: new Set(parts),
    containers: new Set(around),
    outer: new Set(among.slice(1)),
    sizes,
  }
  if (kept.parts.has(root)) removeAround(root, sizes)
  else prune(root, kept)
  if (title !== null && root.querySelector('h1') === null) root.prepend(title)
  return root
}

function rootOf({ body }: Document, parts: readonly Element[]): Element {
  const [main, another] = body.querySelectorAll('main, [role="main"]')
  return main !== undefined && another === undefined && parts.every(part => main.contains(part)) ? main : body
}

/** The whole root is content. */
function removeAround(root: Element, sizes: TextSizes): void {
  for (const element of root.querySelectorAll('*')) if (!sizes.has(element)) element.remove()
  cleanPart(root)
}

function titleOf(document: Document): Element | null {
  const title = document.querySelector('title')?.textContent ?? document.title
  const heading = [...document.querySelectorAll('h1')].find(each => isTitle(each.textContent ?? '', title))
  return (heading?.cloneNode(true) as Element | undefined) ?? null
}

/** The ancestors of the parts, each with the number of parts in it. */
function countAround(parts: readonly Element[]): ReadonlyMap<Element, number> {
  const counts = new Map<Element, number>()
  for (const part of parts) {
    for (let outer = part.parentElement; outer !== null; outer = outer.parentElement) {
      counts.set(outer, (counts.get(outer) ?? 0) + 1)
    }
  }
  return counts
}

interface Kept {
  readonly parts: ReadonlySet<Element>
  /** Elements around parts. */
  readonly containers: ReadonlySet<Element>
  /** Those of them that have all parts inside one of their children. */
  readonly outer: ReadonlySet<Element>
  readonly sizes: TextSizes
}

function prune(element: Element, kept: Kept): void {
  // Children are removed meanwhile.
  for (const child of Array.from(element.children)) {
    if (kept.parts.has(child)) cleanPart(child)
    else if (kept.containers.has(child)) prune(child, kept)
    else if (!kept.sizes.has(child) || !isProse(child, kept.outer.has(element), kept.sizes)) child.remove()
    else cleanPart(child)
  }
}

/** Whether text belongs to the parts: between them, or a heading or a paragraph above them. */
function isProse(element: Element, above: boolean, sizes: TextSizes): boolean {
  if (headings.has(element.tagName) || element.querySelector('h1') !== null) return true
  const { chars, proseChars } = sizeOf(sizes, element)
  return proseChars * 2 >= chars && (element.tagName === 'P' || (!above && proseChars >= proseCharsMin))
}

const controls = 'nav, button, select, textarea, input:not([type="checkbox"])'
const sharing = /(?:^|[-_])(?:share|sharing|social|newsletter|ads?|advert|reply-link)(?:$|[-_])/i

/** Removes controls and links for sharing. */
export function cleanPart(part: Element): void {
  for (const control of part.querySelectorAll(controls)) control.remove()
  const chars = part.textContent?.length ?? 0
  for (const element of part.querySelectorAll('[class], [id]')) {
    const named = namesOf(element).some(name => sharing.test(name))
    if (named && (element.textContent?.length ?? 0) < chars / 2) element.remove()
  }
}
