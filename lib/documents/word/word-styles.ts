import type { TextStyle } from '#lib/documents/inline-runs.ts'
import { childOf, elementsOf, type XmlElement } from '#lib/documents/office/xml-tree.ts'

/** The numbering of a paragraph; `numId` 0: none. */
export interface NumberingReference {
  readonly numId: string | undefined
  /** From 0; undefined: that of the style. */
  readonly depth: number | undefined
}

export interface WordStyles {
  /** Formatting of a character style with those that it is based on. */
  runStyle(id: string | undefined): TextStyle
  /** 1 to 9; null if the style is no heading. */
  headingLevel(id: string | undefined): number | null
  /** True if the style hides its paragraphs. */
  isHidden(id: string | undefined): boolean
  numbering(id: string | undefined): NumberingReference
}

const inheritanceMax = 20
const levels = 9

/** The styles of a Word document; null: it has none. */
export function readWordStyles(part: XmlElement | null): WordStyles {
  const styles = new Map<string, XmlElement>()
  let byDefault: string | undefined
  for (const style of part === null ? [] : elementsOf(part)) {
    if (style.name !== 'w:style') continue
    const id = style.attributes['w:styleId'] ?? ''
    styles.set(id, style)
    const isDefault = isOn(style.attributes['w:default'] ?? '0') && style.attributes['w:type'] === 'paragraph'
    if (isDefault) byDefault = id
  }
  const runStyles = new Map<string, TextStyle>()
  const headings = new Map<string, number | null>()
  const hidden = new Map<string, boolean>()
  const numberings = new Map<string, NumberingReference>()

  return {
    runStyle: id => remember(runStyles, id ?? '', () => readTextStyle(chainOf(id).toReversed())),
    headingLevel: id => remember(headings, id ?? '', () => readHeading(id, chainOf(id ?? byDefault))),
    isHidden: id =>
      id !== undefined &&
      remember(hidden, id, () =>
        chainOf(id).some(style => toTextStyle(childOf(style, 'w:rPr')).hidden === true),
      ),
    numbering: id => remember(numberings, id ?? '', () => readInherited(chainOf(id ?? byDefault))),
  }

  /** The style and those it is based on. */
  function chainOf(id: string | undefined): XmlElement[] {
    const chain: XmlElement[] = []
    for (let next = id; next !== undefined && chain.length < inheritanceMax;) {
      const style = styles.get(next)
      if (style === undefined) break
      chain.push(style)
      next = childOf(style, 'w:basedOn')?.attributes['w:val']
    }
    return chain
  }
}

/** The numbering that a paragraph or style states; null: none. */
export function readNumbering(properties: XmlElement | undefined): NumberingReference | null {
  const numbering = childOf(properties, 'w:numPr')
  if (numbering === undefined) return null
  const depth = childOf(numbering, 'w:ilvl')?.attributes['w:val']
  return {
    numId: childOf(numbering, 'w:numId')?.attributes['w:val'],
    depth: depth === undefined ? undefined : Number(depth),
  }
}

/** The level that an outline level means; null: body text, undefined: not stated. */
export function readOutline(properties: XmlElement | undefined): number | null | undefined {
  const value = childOf(properties, 'w:outlineLvl')?.attributes['w:val']
  if (value === undefined) return undefined
  const level = Number(value) + 1
  return level >= 1 && level <= levels ? level : null
}

/** Formatting that a run or style states. */
export function toTextStyle(properties: XmlElement | undefined): TextStyle {
  const style: { -readonly [Name in keyof TextStyle]: boolean } = {}
  for (const { name, attributes } of properties === undefined ? [] : elementsOf(properties)) {
    const value = attributes['w:val']
    if (name === 'w:b') style.bold = isOn(value)
    if (name === 'w:i') style.italic = isOn(value)
    if (name === 'w:u') style.underline = value !== 'none'
    if (name === 'w:strike' || name === 'w:dstrike') style.strike = isOn(value)
    if (name === 'w:vertAlign') {
      style.subscript = value === 'subscript'
      style.superscript = value === 'superscript'
    }
    if (name === 'w:vanish') style.hidden = isOn(value)
  }
  return style
}

/** OOXML toggles are on when present without a value. */
export function isOn(value = ''): boolean {
  return value === '' || value === '1' || value === 'true' || value === 'on'
}

function readInherited(chain: readonly XmlElement[]): NumberingReference {
  const found = chain.map(style => readNumbering(childOf(style, 'w:pPr'))).filter(each => each !== null)
  const numId = found.find(each => each.numId !== undefined)?.numId
  return { numId, depth: found.find(each => each.depth !== undefined)?.depth }
}

function readTextStyle(chain: readonly XmlElement[]): TextStyle {
  return chain.reduce<TextStyle>((sum, style) => ({ ...sum, ...toTextStyle(childOf(style, 'w:rPr')) }), {})
}

function readHeading(id: string | undefined, chain: readonly XmlElement[]): number | null {
  for (const style of chain) {
    const outline = readOutline(childOf(style, 'w:pPr'))
    if (outline !== undefined) return outline
    const name = childOf(style, 'w:name')?.attributes['w:val'] ?? ''
    if (/^title$/i.test(name)) return 1
    const level = /^heading ([1-9])$/i.exec(name)?.[1]
    if (level !== undefined) return Number(level)
  }
  // Programs may leave out the styles that every word processor has.
  if (id === 'Title') return 1
  const level = /^Heading ?([1-9])$/.exec(id ?? '')?.[1]
  return level === undefined ? null : Number(level)
}

function remember<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  if (known.has(key)) return known.get(key) as Value
  const value = read()
  known.set(key, value)
  return value
}
