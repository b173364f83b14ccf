const farPx = 900
const offset = /^(?:left|right|top|bottom|text-indent|margin|margin-(?:left|top|right|bottom))$/
const moved = /translate[xy3d]*\([^)]*-\d{3,}/

/** Whether an element's own `style` keeps it from being seen. */
export function hidesText(style: string): boolean {
  const values = readDeclarations(style)
  const is = (name: string, ...texts: string[]): boolean => texts.includes(values.get(name) ?? '')
  const number = (name: string): number => Number.parseFloat(values.get(name) ?? 'NaN')
  if (is('display', 'none') || is('visibility', 'hidden', 'collapse') || is('color', 'transparent'))
    return true
  if (number('opacity') <= 0 || isTiny(values.get('font-size'))) return true
  if (moved.test(values.get('transform') ?? '')) return true
  if (/^rect\((?:0|1px)/.test(values.get('clip') ?? '') && is('position', 'absolute', 'fixed')) return true
  if (/^inset\((?:50|100)%/.test(values.get('clip-path') ?? '')) return true
  if (is('overflow', 'hidden') && (number('width') <= 1 || number('height') <= 1)) return !isRelative(values)
  const background = values.get('background-color') ?? values.get('background')
  if (background !== undefined && values.get('color') === background) return true
  return [...values].some(([name, value]) => offset.test(name) && value.startsWith('-') && isFar(value))
}

function readDeclarations(style: string): Map<string, string> {
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

// `width:1%` or `height:1em` is small in another way.
function isRelative(values: ReadonlyMap<string, string>): boolean {
  return [values.get('width'), values.get('height')].some(text => /^[1-9.].*(%|em|vw|vh)$/.test(text ?? ''))
}

function isFar(value: string): boolean {
  const length = Math.abs(Number.parseFloat(value))
  return length >= farPx || (/(em|vw|vh|%)$/.test(value) && length >= 100 && !value.endsWith('-100%'))
}
