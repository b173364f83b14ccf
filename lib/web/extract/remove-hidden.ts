import {
  isUndisplayed,
  isUnreadable,
  readDeclarations,
  readSelectors,
  sizeOfFont,
  type StyleSelectors,
} from './hidden-styles.ts'
import { isElement, isText, outermost, walk } from './walk.ts'

const never: ReadonlySet<string> = new Set(
  'SCRIPT STYLE TEMPLATE NOSCRIPT SVG CANVAS OBJECT EMBED APPLET'.split(' '),
)
const neverInBody: ReadonlySet<string> = new Set(['LINK', 'META', 'TITLE'])
// A page that fades in starts transparent, and images are displayed once loaded.
const kept: ReadonlySet<string> = new Set(['HTML', 'BODY', 'IMG', 'PICTURE', 'MAIN'])
const commentNode = 8

/** Removes content that is not visible to readers. */
export function removeHidden(document: Document): void {
  const selectors = readSelectors(stylesOf(document))
  const { body, documentElement } = document
  walk(documentElement, node => {
    if (node.nodeType === commentNode || never.has(node.nodeName.toUpperCase())) node.remove()
  })
  const chars = lengthOf(body)
  walk(documentElement, node => {
    if (isElement(node) && isHidden(node, chars)) node.remove()
  })
  walk(body, node => {
    if (neverInBody.has(node.nodeName)) node.remove()
  })
  removeRuled(body, selectors.hidden)
  removeSizeless(body, selectors)
}

function stylesOf(document: Document): string[] {
  const styles = document.querySelectorAll('style:not([media]), style[media="all"], style[media="screen"]')
  return [...styles].map(element => element.textContent ?? '')
}

const mostShare = 0.5
const almostAllShare = 0.95
// Slides are nearly all of a page, the dialogs of an application may be most of it.
const slidesShare = 0.8

/**
 * Whether readers do not see an element. Scripts will show what is almost all of a page, and move in what is most of it.
 * @param chars length of the page's text
 */
function isHidden(element: Element, chars: number): boolean {
  const name = element.nodeName.toUpperCase()
  if (kept.has(name)) return false
  const values = readDeclarations(element.getAttribute('style') ?? '')
  if (isMarkedHidden(element, name) || isUndisplayed(values)) {
    return lengthOf(element) < chars * almostAllShare || chars === 0
  }
  return isUnreadable(values) && lengthOf(element) < chars * mostShare
}

function isMarkedHidden(element: Element, name: string): boolean {
  return (
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden') === 'true' ||
    (name === 'DIALOG' && !element.hasAttribute('open'))
  )
}

function lengthOf(element: Element): number {
  return element.textContent?.length ?? 0
}

/** Elements hidden by style rules, unless one or all of a selector are most of the page, which its scripts will display. */
function removeRuled(body: Element, selectors: readonly string[]): void {
  if (selectors.length === 0) return
  const match = createMatcher(selectors)
  const found = new Map<Element, string>()
  walk(body, node => {
    if (!isElement(node) || kept.has(node.tagName) || isShownByItself(node)) return
    const selector = match(node)
    if (selector !== null) found.set(node, selector)
  })
  const bySelector = Map.groupBy(outermost(found.keys()), element => found.get(element))
  const chars = lengthOf(body)
  for (const elements of bySelector.values()) {
    const lengths = elements.map(lengthOf)
    const all = lengths.reduce((sum, length) => sum + length, 0)
    if (Math.max(...lengths) >= chars * mostShare || all >= chars * slidesShare) continue
    for (const element of elements) element.remove()
  }
}

// Inline styles take precedence over style rules.
function isShownByItself(element: Element): boolean {
  return /display\s*:\s*(?!none)\w|visibility\s*:\s*visible|opacity\s*:\s*[1-9.]/i.test(
    element.getAttribute('style') ?? '',
  )
}

/** Removes text without a size. Elements around columns often have none, so that no gaps are between them. */
function removeSizeless(body: Element, { sizeless, sized }: StyleSelectors): void {
  const ofSizeless = createMatcher(sizeless)
  const ofSized = createMatcher(sized)
  const sizeOf = (element: Element): 'none' | 'zero' | 'own' => {
    const inline = sizeOfFont(readDeclarations(element.getAttribute('style') ?? ''))
    if (inline !== 'none') return inline
    if (ofSized(element) !== null) return 'own'
    return ofSizeless(element) === null ? 'none' : 'zero'
  }
  const texts: Text[] = []
  const zero: Element[] = []
  const visit = (element: Element, isZero: boolean): void => {
    if (isZero) zero.push(element)
    for (const node of element.childNodes) {
      if (isText(node) && isZero) texts.push(node)
      if (!isElement(node)) continue
      const size = kept.has(node.tagName) ? 'none' : sizeOf(node)
      visit(node, size === 'none' ? isZero : size === 'zero')
    }
  }
  visit(body, false)
  const chars = texts.reduce((sum, text) => sum + (text.nodeValue ?? '').length, 0)
  // A rule that was not read gives it a size.
  if (chars >= lengthOf(body) * mostShare) return
  for (const text of texts) text.remove()
  for (const element of zero.toReversed()) if (element.childNodes.length === 0) element.remove()
}

const classesMax = 100

interface Parts {
  readonly selector: string
  readonly tag: string
  readonly ids: readonly string[]
  readonly classes: readonly string[]
}

/**
 * Finds the selector that an element matches: tag names, classes and ids only. Each element is compared
 * only with selectors that could match, however many there are.
 */
function createMatcher(selectors: readonly string[]): (element: Element) => string | null {
  const byKey = new Map<string, Parts[]>()
  const sizeOf = (key: string): number => byKey.get(key)?.length ?? 0
  for (const selector of selectors) {
    const parts = readParts(selector)
    const keys = [...parts.ids.map(id => `#${id}`), ...parts.classes.map(name => `.${name}`)]
    // A class in thousands of selectors would check all of them for each of its elements.
    const [key = parts.tag] = keys.toSorted((one, other) => sizeOf(one) - sizeOf(other))
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, [parts])
    else known.push(parts)
  }
  return element => {
    const tag = element.nodeName.toLowerCase()
    const id = element.getAttribute('id') ?? ''
    const classes = (element.getAttribute('class') ?? '').trim().split(/\s+/, classesMax)
    const fits = (parts: Parts): boolean =>
      (parts.tag === '' || parts.tag === tag) &&
      parts.ids.every(each => each === id) &&
      parts.classes.every(each => classes.includes(each))
    for (const key of [tag, `#${id}`, ...classes.map(each => `.${each}`)]) {
      const fitting = byKey.get(key)?.find(fits)
      if (fitting !== undefined) return fitting.selector
    }
    return null
  }
}

function readParts(selector: string): Parts {
  const marks = selector.match(/[.#][\w-]+/g) ?? []
  return {
    selector,
    tag: (/^[a-z][a-z0-9]*/i.exec(selector)?.[0] ?? '').toLowerCase(),
    ids: marks.filter(mark => mark.startsWith('#')).map(mark => mark.slice(1)),
    classes: marks.filter(mark => mark.startsWith('.')).map(mark => mark.slice(1)),
  }
}
