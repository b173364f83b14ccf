import type { TextStyle } from '#lib/documents/inline-runs.ts'
import { elementsOf, outermost, type XmlElement } from '#lib/documents/office/xml-tree.ts'

export interface ListLevel {
  /** `1`, `a`, `A`, `i`, `I`; empty without numbers. */
  readonly format: string
  readonly prefix: string
  readonly suffix: string
  readonly start: number
  /** Number of levels that a number shows. */
  readonly shown: number
  readonly visible: boolean
}

export interface OpenDocumentStyles {
  textStyle(family: string, name: string | undefined): TextStyle
  /** True if the style or one that it inherits from has the name. */
  inherits(family: string, name: string | undefined, from: string): boolean
  listLevel(name: string | undefined, depth: number): ListLevel | null
  headingLevel(depth: number): ListLevel | null
  /** True for the style of a hidden slide. */
  hidesSlide(name: string | undefined): boolean
  /** Names of the page styles that paragraphs use. */
  readonly pages: ReadonlySet<string>
}

interface Style {
  readonly parent: string | undefined
  readonly own: TextStyle
  readonly hidesSlide: boolean
}

const inheritanceMax = 20
const labelCharsMax = 100
const listTags: ReadonlySet<string> = new Set(['text:list-style'])
const styleTags: ReadonlySet<string> = new Set(['style:style'])
const outlineTags: ReadonlySet<string> = new Set(['text:outline-style'])

/** The styles of the parts, of which the first has precedence. */
export function readStyles(parts: readonly XmlElement[]): OpenDocumentStyles {
  const styles = new Map<string, Style>()
  const lists = new Map<string, Map<number, ListLevel>>()
  const pages = new Set<string>()
  let outline = new Map<number, ListLevel>()
  for (const part of parts) {
    for (const element of outermost(part, styleTags)) {
      const { attributes } = element
      const key = styleKey(attributes['style:family'] ?? '', attributes['style:name'] ?? '')
      if (!styles.has(key)) styles.set(key, toStyle(element))
      if (attributes['style:master-page-name']) pages.add(attributes['style:master-page-name'])
    }
    for (const element of outermost(part, listTags)) {
      const name = element.attributes['style:name'] ?? ''
      if (!lists.has(name)) lists.set(name, toLevels(element))
    }
    for (const element of outermost(part, outlineTags)) outline = toLevels(element)
  }

  function* chainOf(family: string, name: string | undefined): Generator<[string, Style]> {
    let next = name
    for (let steps = 0; next !== undefined && steps < inheritanceMax; steps++) {
      const style = styles.get(styleKey(family, next))
      if (style === undefined) return
      yield [next, style]
      next = style.parent
    }
  }

  return {
    pages,
    textStyle: (family, name) => {
      const chain = [...chainOf(family, name)].toReversed()
      return chain.reduce<TextStyle>((sum, [, { own }]) => ({ ...sum, ...own }), {})
    },
    inherits: (family, name, from) => [...chainOf(family, name)].some(([each]) => each === from),
    listLevel: (name, depth) => lists.get(name ?? '')?.get(depth + 1) ?? null,
    headingLevel: depth => outline.get(depth + 1) ?? null,
    hidesSlide: name => [...chainOf('drawing-page', name)].some(([, { hidesSlide }]) => hidesSlide),
  }
}

function styleKey(family: string, name: string): string {
  return `${family}:${name}`
}

function toStyle(element: XmlElement): Style {
  let own: TextStyle = {}
  let hidesSlide = false
  for (const { name, attributes } of elementsOf(element)) {
    if (name === 'style:text-properties') own = toTextStyle(attributes)
    if (name === 'style:drawing-page-properties')
      hidesSlide = attributes['presentation:visibility'] === 'hidden'
  }
  return { parent: element.attributes['style:parent-style-name'], own, hidesSlide }
}

const boldFrom = 600

function toTextStyle(attributes: Readonly<Record<string, string>>): TextStyle {
  const weight = attributes['fo:font-weight']
  const slant = attributes['fo:font-style']
  const line = attributes['style:text-underline-style']
  const strike = attributes['style:text-line-through-style']
  // `super 58%`, or the height itself: `-33% 58%`.
  const position = attributes['style:text-position']
  const display = attributes['text:display']
  return {
    ...(weight !== undefined && { bold: weight === 'bold' || Number(weight) >= boldFrom }),
    ...(slant !== undefined && { italic: slant !== 'normal' }),
    ...(line !== undefined && { underline: line !== 'none' }),
    ...(strike !== undefined && { strike: strike !== 'none' }),
    ...(position !== undefined && {
      subscript: /^(?:sub|-)/.test(position),
      superscript: /^(?:super|[1-9])/.test(position),
    }),
    ...(display !== undefined && { hidden: display === 'none' }),
  }
}

function toLevels(list: XmlElement): Map<number, ListLevel> {
  return new Map(
    elementsOf(list).map(({ name, attributes }) => {
      const format = attributes['style:num-format'] ?? ''
      const isNumber = name !== 'text:list-level-style-bullet' && name !== 'text:list-level-style-image'
      const level: ListLevel = {
        format: isNumber ? format : '',
        prefix: (attributes['style:num-prefix'] ?? '').slice(0, labelCharsMax),
        suffix: (attributes['style:num-suffix'] ?? '').slice(0, labelCharsMax),
        start: Number(attributes['text:start-value'] ?? '1'),
        shown: Number(attributes['text:display-levels'] ?? '1'),
        visible: isNumber ? format !== '' : name !== 'text:list-level-style-bullet' || hasBullet(attributes),
      }
      return [Number(attributes['text:level'] ?? '1'), level]
    }),
  )
}

function hasBullet(attributes: Readonly<Record<string, string>>): boolean {
  return (attributes['text:bullet-char'] ?? '').trim() !== ''
}
