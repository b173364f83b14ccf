import { isElement, isText, walk } from './walk.ts'

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
  const chars = lengthOf(body)
  walk(documentElement, node => {
    if (isElement(node) && isHidden(node, chars)) node.remove()
  })
  walk(body, node => {
    if (neverInBody.has(node.nodeName)) node.remove()
  })
  removeRuled(document, ruled)
}

const mostShare = 0.5
const almostAllShare = 0.95

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
  if (isTiny(values.get('font-size')) && hasSizedParts(element)) {
    removeSizeless(element)
    return false
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

/** Columns in an element without a font size have no gaps between them. */
function hasSizedParts(element: Element): boolean {
  return [...element.querySelectorAll('[style]')].some(isSized)
}

function isSized(element: Element): boolean {
  const size = readDeclarations(element.getAttribute('style') ?? '').get('font-size')
  return size !== undefined && !isTiny(size) && !/^\s*[\d.]+(?:em|%)|^(?:inherit|smaller|larger)$/.test(size)
}

function removeSizeless(element: Element): void {
  for (const node of Array.from(element.childNodes)) {
    if (isText(node)) node.remove()
    else if (isElement(node) && !isSized(node)) removeSizeless(node)
  }
}

function readRuled(document: Document): string[] {
  const styles = document.querySelectorAll('style:not([media]), style[media="all"], style[media="screen"]')
  return hiddenSelectors([...styles].map(element => element.textContent ?? ''))
}

/** Elements hidden by style rules, unless they are most of the page, which its scripts will display. */
function removeRuled(document: Document, selectors: readonly string[]): void {
  if (selectors.length === 0) return
  const shownMin = lengthOf(document.body) * mostShare
  const matches = createMatcher(selectors)
  walk(document.body, node => {
    if (!isElement(node) || kept.has(node.tagName) || !matches(node) || isShownByItself(node)) return
    if (lengthOf(node) < shownMin) node.remove()
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
// Elements that scripts fade or slide in start like this, and are meant to be read.
const arriving = /\b(?:opacity|transform)\s*:[^;]*/gi
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
    const hides = hidesText(body.replace(arriving, ''))
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

const farPx = 900
const offset = /^(?:left|right|top|bottom|text-indent|margin|margin-(?:left|top|right|bottom))$/
const moved = /translate[xy3d]*\([^)]*-\d{3,}/

/** Whether declarations hide an element. */
function hidesText(style: string): boolean {
  const values = readDeclarations(style)
  return isUndisplayed(values) || isUnreadable(values)
}

type Declarations = ReadonlyMap<string, string>

function isUndisplayed(values: Declarations): boolean {
  return values.get('display') === 'none' || /^(?:hidden|collapse)$/.test(values.get('visibility') ?? '')
}

function isUnreadable(values: Declarations): boolean {
  const is = (name: string, ...texts: string[]): boolean => texts.includes(values.get(name) ?? '')
  const number = (name: string): number => Number.parseFloat(values.get(name) ?? 'NaN')
  if (is('color', 'transparent')) return true
  if (number('opacity') <= 0 || isTiny(values.get('font-size'))) return true
  if (moved.test(values.get('transform') ?? '')) return true
  if (/^rect\((?:0|1px)/.test(values.get('clip') ?? '') && is('position', 'absolute', 'fixed')) return true
  if (/^inset\((?:50|100)%/.test(values.get('clip-path') ?? '')) return true
  if (is('overflow', 'hidden') && (number('width') <= 1 || number('height') <= 1)) return !isRelative(values)
  const background = values.get('background-color') ?? values.get('background')
  if (background !== undefined && values.get('color') === background) return true
  return [...values].some(([name, value]) => offset.test(name) && value.startsWith('-') && isFar(value))
}

function readDeclarations(style: string): Declarations {
  const values = new Map<string, string>()
  for (const declaration of style
    .toLowerCase()
    .replace(/\/\*.*?\*\//gs, '')
    .split(';')) {
    const colon = declaration.indexOf(':')
    if (colon === -1) continue
    const value = declaration
      .slice(colon + 1)
      .replace('!important', '')
      .replace(/\s+/g, ' ')
      .trim()
    values.set(declaration.slice(0, colon).trim(), value)
  }
  return values
}

function isTiny(size: string | undefined): boolean {
  if (size === undefined) return false
  const value = Number.parseFloat(size)
  return value === 0 || (size.endsWith('px') && value <= 1)
}

// `width:1%` and `height:1em` do not hide.
function isRelative(values: Declarations): boolean {
  return [values.get('width'), values.get('height')].some(text => /^[1-9.].*(%|em|vw|vh)$/.test(text ?? ''))
}

function isFar(value: string): boolean {
  const length = Math.abs(Number.parseFloat(value))
  return length >= farPx || (/(em|vw|vh|%)$/.test(value) && length >= 100 && !value.endsWith('-100%'))
}
