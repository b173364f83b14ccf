import { measureAll, sizeOf, type TextSizes } from './content/measure.ts'
import {
  isArriving,
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
  const isWhole = createWholeTest(body)
  walk(documentElement, node => {
    if (isElement(node) && isHidden(node, isWhole)) node.remove()
  })
  walk(body, node => {
    if (neverInBody.has(node.nodeName)) node.remove()
  })
  removeMatching(body, selectors.unreadable)
  removeRuled(body, selectors.hidden)
  removeSizeless(body, selectors)
}

function stylesOf(document: Document): string[] {
  const styles = document.querySelectorAll('style:not([media]), style[media="all"], style[media="screen"]')
  return [...styles].map(element => element.textContent ?? '')
}

type WholeTest = (elements: readonly Element[]) => boolean

const wholeShare = 0.95
const proseAroundMax = 200

/**
 * Tells whether elements are the whole page, apart from menus and a few words: a script shows them then, as there is
 * nothing else to read. Hidden text beside text that people read stays hidden, however long it is.
 */
function createWholeTest(body: Element): WholeTest {
  let sizes: TextSizes | null = null
  return elements => {
    sizes ??= measureAll(body)
    const page = sizeOf(sizes, body)
    let chars = 0
    let proseChars = 0
    for (const element of elements) {
      const own = sizeOf(sizes, element)
      chars += own.chars
      proseChars += own.proseChars
    }
    return chars > 0 && chars >= page.chars * wholeShare && page.proseChars - proseChars <= proseAroundMax
  }
}

/** Whether readers do not see an element. */
function isHidden(element: Element, isWhole: WholeTest): boolean {
  const name = element.nodeName.toUpperCase()
  if (isKept(name)) return false
  const values = readDeclarations(element.getAttribute('style') ?? '')
  if (isUnreadable(values)) return true
  // A page that fades in often has one.
  if (name === 'MAIN') return false
  return (isMarkedHidden(element, name) || isUndisplayed(values) || isArriving(values)) && !isWhole([element])
}

// A script that fades a page in gives nothing a size or another color.
function isKept(name: string): boolean {
  return kept.has(name) && name !== 'MAIN'
}

function isMarkedHidden(element: Element, name: string): boolean {
  return (
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden') === 'true' ||
    (name === 'DIALOG' && !element.hasAttribute('open'))
  )
}

/** Elements whose text style rules make unreadable. */
function removeMatching(body: Element, selectors: readonly string[]): void {
  for (const [element] of findMatching(body, selectors)) element.remove()
}

/** Elements hidden by style rules, unless one or all of a selector are the page, which its scripts will display. */
function removeRuled(body: Element, selectors: readonly string[]): void {
  const found = findMatching(body, selectors)
  if (found.size === 0) return
  const isWhole = createWholeTest(body)
  const bySelector = Map.groupBy(outermost(found.keys()), element => found.get(element))
  for (const elements of bySelector.values()) {
    if (elements.some(element => isWhole([element])) || isWhole(elements)) continue
    for (const element of elements) element.remove()
  }
}

function findMatching(body: Element, selectors: readonly string[]): ReadonlyMap<Element, string> {
  const found = new Map<Element, string>()
  if (selectors.length === 0) return found
  const match = createMatcher(selectors)
  walk(body, node => {
    if (!isElement(node) || kept.has(node.tagName) || isShownByItself(node)) return
    const selector = match(node)
    if (selector !== null) found.set(node, selector)
  })
  return found
}

// Inline styles take precedence over style rules.
function isShownByItself(element: Element): boolean {
  return /display\s*:\s*(?!none)\w|visibility\s*:\s*visible|opacity\s*:\s*[1-9.]/i.test(
    element.getAttribute('style') ?? '',
  )
}

type FontSize = 'inherited' | 'own' | 'zero' | 'zero by a rule'

/** Removes text without a size. Elements around columns often have none, so that no gaps are between them. */
function removeSizeless(body: Element, { sizeless, sized }: StyleSelectors): void {
  const ofSizeless = createMatcher(sizeless)
  const ofSized = createMatcher(sized)
  const fontOf = (element: Element): FontSize => {
    const inline = sizeOfFont(readDeclarations(element.getAttribute('style') ?? ''))
    if (inline !== 'none') return inline
    if (ofSized(element) !== null) return 'own'
    return ofSizeless(element) === null ? 'inherited' : 'zero by a rule'
  }
  const texts: Text[] = []
  const ruled: Text[] = []
  const zero: Element[] = []
  const visit = (element: Element, size: FontSize): void => {
    if (size !== 'own') zero.push(element)
    for (const node of element.childNodes) {
      if (isText(node) && size !== 'own') (size === 'zero' ? texts : ruled).push(node)
      if (!isElement(node)) continue
      const own = isKept(node.tagName) ? 'inherited' : fontOf(node)
      visit(node, own === 'inherited' ? size : own)
    }
  }
  visit(body, 'own')
  const chars = ruled.reduce((sum, text) => sum + (text.nodeValue ?? '').length, 0)
  const around = (body.textContent ?? '').length - chars
  // Of a whole page, a rule that was not read gives it a size.
  if (around > proseAroundMax || around > chars * (1 - wholeShare)) texts.push(...ruled)
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
