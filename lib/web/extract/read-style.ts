/** The declarations of a `style` attribute or a style rule, by name. */
export type Declarations = ReadonlyMap<string, string>

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

export function isUndisplayed(values: Declarations): boolean {
  return values.get('display') === 'none' || /^(?:hidden|collapse)$/.test(values.get('visibility') ?? '')
}

const moved = /translate[xy3d]*\([^)]*-\d{3,}/

/** Whether an element starts transparent or elsewhere: scripts fade and move such elements in. */
export function isArriving(values: Declarations): boolean {
  return toNumber(values.get('opacity')) <= 0 || moved.test(values.get('transform') ?? '')
}

const farPx = 900
const offset = /^(?:left|right|top|bottom|text-indent|margin|margin-(?:left|top|right|bottom))$/

/** Whether no one can read an element's text, or only where a script changes more than opacity and position. */
export function isUnreadable(values: Declarations): boolean {
  const is = (name: string, ...texts: string[]): boolean => texts.includes(values.get(name) ?? '')
  if (is('color', 'transparent')) return true
  if (/^rect\((?:0|1px)/.test(values.get('clip') ?? '') && is('position', 'absolute', 'fixed')) return true
  if (/^inset\((?:50|100)%/.test(values.get('clip-path') ?? '')) return true
  if (is('overflow', 'hidden') && [values.get('width'), values.get('height')].some(isAtMostOne)) {
    return !isRelative(values)
  }
  const background = values.get('background-color') ?? values.get('background')
  if (background !== undefined && values.get('color') === background) return true
  return [...values].some(([name, value]) => offset.test(name) && value.startsWith('-') && isFar(value))
}

/** Whether an element's text has no size. */
export function isTiny(values: Declarations): boolean {
  const size = values.get('font-size') ?? ''
  const value = Number.parseFloat(size)
  return value === 0 || value <= (tinyByUnit[size.replace(/^[\d.]+(?:e[-+]?\d+)?/, '')] ?? 0)
}

const tinyByUnit: Readonly<Record<string, number>> = { px: 1, pt: 1, rem: 0.1, em: 0.1, '%': 10 }

/** Whether an element's text has a size of its own, whatever that of its parent. */
export function isSized(values: Declarations): boolean {
  return ownSize.test(values.get('font-size') ?? '') && !isTiny(values)
}

// Others are relative to the parent, and those that no browser knows leave its size.
const ownSize = /^(?:\d*\.?\d+(?:px|pt|rem|vw|vh)|(?:x{0,2}-)?(?:small|large)|xxx-large|medium)$/

function toNumber(value: string | undefined): number {
  return Number.parseFloat(value ?? 'NaN')
}

function isAtMostOne(value: string | undefined): boolean {
  return toNumber(value) <= 1
}

// `width:1%` and `height:1em` do not hide.
function isRelative(values: Declarations): boolean {
  return [values.get('width'), values.get('height')].some(text => /^[1-9.].*(%|em|vw|vh)$/.test(text ?? ''))
}

function isFar(value: string): boolean {
  const length = Math.abs(Number.parseFloat(value))
  return length >= farPx || (/(em|vw|vh|%)$/.test(value) && length >= 100 && !value.endsWith('-100%'))
}
