import { measureAll, sizeOf, type TextSizes } from './content/measure.ts'
import {
  type Declarations,
  isArriving,
  isSized,
  isTiny,
  isUndisplayed,
  isUnreadable,
  readDeclarations,
} from './read-style.ts'
import { isElement, walk } from './walk.ts'

const never: ReadonlySet<string> = new Set(
  'SCRIPT STYLE TEMPLATE NOSCRIPT SVG CANVAS OBJECT EMBED APPLET'.split(' '),
)
const neverInBody: ReadonlySet<string> = new Set(['LINK', 'META', 'TITLE'])
// A page that fades in starts transparent, and images are displayed once loaded.
const kept: ReadonlySet<string> = new Set(['HTML', 'BODY', 'IMG', 'PICTURE', 'MAIN'])
const commentNode = 8

/** Removes content that is not visible to readers. */
export function removeHidden(document: Document): void {
  const ruled = readRuled(document)
  const { body, documentElement } = document
  walk(documentElement, node => {
    if (node.nodeType === commentNode || never.has(node.nodeName.toUpperCase())) node.remove()
  })
  const isWhole = createWholeTest(body)
  const sizeless = new Set<Element>()
  walk(documentElement, node => {
    if (isElement(node) && isHidden(node, isWhole, sizeless)) node.remove()
  })
  walk(body, node => {
    if (neverInBody.has(node.nodeName)) node.remove()
  })
  removeRuled(document, ruled)
}

type WholeTest = (element: Element) => boolean

const wholeShare = 0.95
const proseAroundMax = 200

/**
 * Tells whether an element is the whole page, apart from menus and a few words: a script shows it then, as there is
 * nothing else to read. Hidden text beside text that people read stays hidden, however long it is.
 */
function createWholeTest(body: Element): WholeTest {
  let sizes: TextSizes | null = null
  return element => {
    sizes ??= measureAll(body)
    const [page, own] = [sizeOf(sizes, body), sizeOf(sizes, element)]
    if (own.chars === 0) return false
    return own.chars >= page.chars * wholeShare && page.proseChars - own.proseChars <= proseAroundMax
  }
}

/** Whether readers do not see an element. */
function isHidden(element: Element, isWhole: WholeTest, sizeless: Set<Element>): boolean {
  const name = element.nodeName.toUpperCase()
  if (kept.has(name) && name !== 'MAIN') return false
  const values = readStyle(element)
  if (isUnreadable(values)) return true
  if (isTiny(values) && !sizeless.has(element) && !removeSizeless(element, sizeless)) return true
  // A page that fades in often has one.
  if (name === 'MAIN') return false
  return (isMarkedHidden(element, name) || isUndisplayed(values) || isArriving(values)) && !isWhole(element)
}

function isMarkedHidden(element: Element, name: string): boolean {
  return (
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden') === 'true' ||
    (name === 'DIALOG' && !element.hasAttribute('open'))
  )
}

/** Columns in an element without a font size have no gaps between them. @returns whether it has any */
function removeSizeless(element: Element, sizeless: Set<Element>): boolean {
  sizeless.add(element)
  let hasSized = false
  for (const node of Array.from(element.childNodes)) {
    if (isElement(node) && (isSized(readStyle(node)) || removeSizeless(node, sizeless))) hasSized = true
    else if (!kept.has(node.nodeName)) node.remove()
  }
  return hasSized
}

function readStyle(element: Element): Declarations {
  return readDeclarations(element.getAttribute('style') ?? '')
}

function readRuled(document: Document): string[] {
  const styles = document.querySelectorAll('style:not([media]), style[media="all"], style[media="screen"]')
  return hiddenSelectors([...styles].map(element => element.textContent ?? ''))
}

/** Elements hidden by style rules, unless they are the page, which its scripts will display. */
function removeRuled(document: Document, selectors: readonly string[]): void {
  if (selectors.length === 0) return
  const isWhole = createWholeTest(document.body)
  const matches = createMatcher(selectors)
  walk(document.body, node => {
    if (!isElement(node) || kept.has(node.tagName) || !matches(node) || isShownByItself(node)) return
    if (!isWhole(node)) node.remove()
  })
}

// Inline styles take precedence over style rules.
function isShownByItself(element: Element): boolean {
  return /display\s*:\s*(?!none)\w|visibility\s*:\s*visible|opacity\s*:\s*[1-9.]/i.test(
    element.getAttribute('style') ?? '',
  )
}

const classesMax = 100

interface Parts {
  readonly tag: string
  readonly ids: readonly string[]
  readonly classes: readonly string[]
}

/**
 * Finds elements that match one of these selectors: tag names, classes and ids only. Each element is compared
 * only with selectors that could match, however many there are.
 */
function createMatcher(selectors: readonly string[]): (element: Element) => boolean {
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
    return [tag, `#${id}`, ...classes.map(each => `.${each}`)].some(
      key => byKey.get(key)?.some(fits) === true,
    )
  }
}

function readParts(selector: string): Parts {
  const marks = selector.match(/[.#][\w-]+/g) ?? []
  return {
    tag: (/^[a-z][a-z0-9]*/i.exec(selector)?.[0] ?? '').toLowerCase(),
    ids: marks.filter(mark => mark.startsWith('#')).map(mark => mark.slice(1)),
    classes: marks.filter(mark => mark.startsWith('.')).map(mark => mark.slice(1)),
  }
}

const charsMax = 500_000
const rulesMax = 2000
// Above this, each selector would have to be matched against every element.
const simple = /^(?:[a-z][a-z0-9]*)?(?:[.#][\w-]+){0,4}$/i
// These blocks apply to every reader; others depend on the reader's screen.
const wrapping = /^@(?:layer|supports)\b|^@media\s*(?:all|screen|only screen)?\s*$/i
const states = /:|\[|\*|>|\+|~|\s/

/**
 * Selectors hidden by a page's own style elements: tag names, classes and ids only, without states or
 * descendants, so that matching them is fast. A later rule that shows the same selector again cancels it.
 * @param styles texts of its style elements, in order
 */
export function hiddenSelectors(styles: readonly string[]): string[] {
  const hidden = new Set<string>()
  let left = rulesMax
  const text = styles
    .join('\n')
    .slice(0, charsMax)
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
  for (const { selectors, body } of readRules(text)) {
    if (--left < 0) break
    const values = readDeclarations(body)
    const hides = isUndisplayed(values) || isUnreadable(values) || isTiny(values)
    if (!hides && !shows(body)) continue
    for (const selector of selectors.split(',').map(each => each.trim())) {
      if (states.test(selector) || !simple.test(selector) || selector === '') continue
      if (hides) hidden.add(selector)
      else hidden.delete(selector)
    }
  }
  return [...hidden]
}

function shows(body: string): boolean {
  return /(?:^|[;\s])(?:display|visibility|font-size|clip|clip-path|position|color)\s*:/i.test(body)
}

/** The rules that apply to every reader, scanned once. */
function* readRules(css: string): Generator<{ selectors: string; body: string }> {
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    if (open === -1) return
    const head = css.slice(at, open)
    // A statement without a block, such as `@import …;`, or closing braces may precede the selectors.
    const selectors = head.slice(Math.max(head.lastIndexOf(';'), head.lastIndexOf('}')) + 1).trim()
    if (selectors.startsWith('@')) {
      at = wrapping.test(selectors) ? open + 1 : endOfBlock(css, open)
      continue
    }
    const close = css.indexOf('}', open)
    yield { selectors, body: css.slice(open + 1, close === -1 ? css.length : close) }
    if (close === -1) return
    at = close + 1
  }
}

function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth++
    if (css[at] === '}' && --depth === 0) return at + 1
  }
  return css.length
}
