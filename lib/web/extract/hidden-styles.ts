const charsMax = 500_000
const rulesMax = 2000
// Above this, each selector would have to be matched against every element.
const simple = /^(?:[a-z][a-z0-9]*)?(?:[.#][\w-]+){0,4}$/i
// These blocks apply to every reader; others depend on the reader's screen.
const wrapping = /^@(?:layer|supports)\b|^@media\s*(?:all|screen|only screen)?\s*$/i
// Elements that scripts fade or slide in start like this, and are meant to be read.
const arriving = /\b(?:opacity|transform)\s*:[^;]*/gi
const states = /:|\[|\*|>|\+|~|\s/

/** Simple selectors of a page's own style elements by what their rules do. */
export interface StyleSelectors {
  readonly hidden: readonly string[]
  /** Text in it cannot be read, whatever a script fades or moves in. */
  readonly unreadable: readonly string[]
  /** Text in it has no size, unless an element around that text has one. */
  readonly sizeless: readonly string[]
  readonly sized: readonly string[]
}

/**
 * Selectors of rules that hide elements, and of those that give a font size: tag names, classes and ids only, without
 * states or descendants, so that matching them is fast. A later rule for the same selector cancels an earlier one.
 * @param styles texts of its style elements, in order
 */
export function readSelectors(styles: readonly string[]): StyleSelectors {
  const sets = {
    hidden: new Set<string>(),
    unreadable: new Set<string>(),
    sizeless: new Set<string>(),
    sized: new Set<string>(),
  }
  let left = rulesMax
  const text = styles
    .join('\n')
    .slice(0, charsMax)
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
  for (const { selectors, body } of readRules(text)) {
    if (--left < 0) break
    const values = readDeclarations(body.replace(arriving, ''))
    const unreadable = isUnreadable(values)
    const hides = isUndisplayed(values)
    const size = sizeOfFont(values)
    if (!hides && !unreadable && size === 'none' && !shows(body)) continue
    for (const selector of selectors.split(',').map(each => each.trim())) {
      if (states.test(selector) || !simple.test(selector) || selector === '') continue
      put(sets.hidden, selector, hides)
      put(sets.unreadable, selector, unreadable)
      if (size === 'none') continue
      put(sets.sizeless, selector, size === 'zero')
      put(sets.sized, selector, size === 'own')
    }
  }
  const { hidden, unreadable, sizeless, sized } = sets
  return {
    hidden: [...hidden],
    unreadable: [...unreadable],
    sizeless: [...sizeless],
    sized: [...sized],
  }
}

function put(set: Set<string>, selector: string, has: boolean): void {
  if (has) set.add(selector)
  else set.delete(selector)
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

export type Declarations = ReadonlyMap<string, string>

export function isUndisplayed(values: Declarations): boolean {
  return values.get('display') === 'none' || /^(?:hidden|collapse)$/.test(values.get('visibility') ?? '')
}

/** Whether an element starts transparent or elsewhere: scripts fade and move such elements in. */
export function isArriving(values: Declarations): boolean {
  return Number.parseFloat(values.get('opacity') ?? 'NaN') <= 0 || moved.test(values.get('transform') ?? '')
}

/** Whether text has no color of its own, is far away or the like, whatever its size. */
export function isUnreadable(values: Declarations): boolean {
  const is = (name: string, ...texts: string[]): boolean => texts.includes(values.get(name) ?? '')
  const number = (name: string): number => Number.parseFloat(values.get(name) ?? 'NaN')
  if (is('color', 'transparent')) return true
  if (/^rect\((?:0|1px)/.test(values.get('clip') ?? '') && is('position', 'absolute', 'fixed')) return true
  if (/^inset\((?:50|100)%/.test(values.get('clip-path') ?? '')) return true
  if (is('overflow', 'hidden') && (number('width') <= 1 || number('height') <= 1)) return !isRelative(values)
  const background = values.get('background-color') ?? values.get('background')
  if (background !== undefined && values.get('color') === background) return true
  return [...values].some(([name, value]) => offset.test(name) && value.startsWith('-') && isFar(value))
}

export function readDeclarations(style: string): Declarations {
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

/** `own`: a size that does not depend on the element around it. */
export function sizeOfFont(values: Declarations): 'none' | 'zero' | 'own' {
  const size = values.get('font-size')
  if (size === undefined) return 'none'
  if (isTiny(size)) return 'zero'
  return ownSize.test(size) ? 'own' : 'none'
}

// Others are relative to the parent, and those that no browser knows leave its size.
const ownSize = /^(?:\d*\.?\d+(?:px|pt|rem|vw|vh)|(?:x{0,2}-)?(?:small|large)|xxx-large|medium)$/
const tinyByUnit: Readonly<Record<string, number>> = { px: 1, pt: 1, rem: 0.1, em: 0.1, '%': 10 }

function isTiny(size: string): boolean {
  const value = Number.parseFloat(size)
  return value === 0 || value <= (tinyByUnit[size.replace(/^[\d.]+(?:e[-+]?\d+)?/, '')] ?? 0)
}

// `width:1%` and `height:1em` do not hide.
function isRelative(values: Declarations): boolean {
  return [values.get('width'), values.get('height')].some(text => /^[1-9.].*(%|em|vw|vh)$/.test(text ?? ''))
}

function isFar(value: string): boolean {
  const length = Math.abs(Number.parseFloat(value))
  return length >= farPx || (/(em|vw|vh|%)$/.test(value) && length >= 100 && !value.endsWith('-100%'))
}
