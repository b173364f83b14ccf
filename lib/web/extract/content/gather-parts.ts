import { isTitle } from './is-title.ts'
import { isAround, namesOf, sizeOf, type TextSizes } from './measure.ts'

const headings: ReadonlySet<string> = new Set(['H1', 'H2', 'H3', 'H4', 'H5', 'H6'])
const proseCharsMin = 40

/** The main part of a page with these elements, and with the text between them, but without what is around. */
export function gatherParts(document: Document, parts: readonly Element[], sizes: TextSizes): Element {
  const root = rootOf(document, parts)
  const containers = new Set<Element>()
  for (const part of parts) {
    for (
      let outer = part.parentElement;
      outer !== null && !containers.has(outer);
      outer = outer.parentElement
    ) {
      containers.add(outer)
    }
  }
  const title = titleOf(document)
  if (parts.includes(root)) removeAround(root)
  else prune(root, new Set(parts), containers, sizes)
  if (title !== null && root.querySelector('h1') === null) root.prepend(title)
  return root
}

function rootOf({ body }: Document, parts: readonly Element[]): Element {
  const [main, another] = body.querySelectorAll('main, [role="main"]')
  return main !== undefined && another === undefined && parts.every(part => main.contains(part)) ? main : body
}

/** The whole root is content. */
function removeAround(root: Element): void {
  for (const element of root.querySelectorAll('*')) if (isAround(element)) element.remove()
  cleanPart(root)
}

function titleOf(document: Document): Element | null {
  const title = document.querySelector('title')?.textContent ?? document.title
  const heading = [...document.querySelectorAll('h1')].find(each => isTitle(each.textContent ?? '', title))
  return (heading?.cloneNode(true) as Element | undefined) ?? null
}

function prune(
  element: Element,
  parts: ReadonlySet<Element>,
  containers: ReadonlySet<Element>,
  sizes: TextSizes,
): void {
  // Children are removed meanwhile.
  for (const child of Array.from(element.children)) {
    if (parts.has(child)) cleanPart(child)
    else if (containers.has(child)) prune(child, parts, containers, sizes)
    else if (isAround(child) || !isProse(child, sizes)) child.remove()
    else cleanPart(child)
  }
}

function isProse(element: Element, sizes: TextSizes): boolean {
  if (headings.has(element.tagName) || element.querySelector('h1') !== null) return true
  const { chars, proseChars } = sizeOf(sizes, element)
  return proseChars * 2 >= chars && (element.tagName === 'P' || proseChars >= proseCharsMin)
}

const controls = 'nav, button, select, textarea, input:not([type="checkbox"])'
const sharing = /(?:^|[-_])(?:share|sharing|social|newsletter|ads?|advert|reply-link)(?:$|[-_])/i

/** Removes controls and links for sharing. */
export function cleanPart(part: Element): void {
  for (const control of part.querySelectorAll(controls)) control.remove()
  for (const element of part.querySelectorAll('[class], [id]')) {
    if (namesOf(element).some(name => sharing.test(name))) element.remove()
  }
}
