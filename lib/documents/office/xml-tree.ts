import { Parser } from 'htmlparser2'
import { parseError } from '#lib/documents/parse-error.ts'
import { charsetByMark, decodeText } from '#lib/documents/text/charset.ts'

export interface XmlElement {
  /** With the prefix that its namespace has in the standard, e.g. `w:p`, whatever the file calls it. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
}

export type XmlNode = XmlElement | string

// Every reader of a tree is recursive.
export const depthMax = 500
const openDocument = /^urn:oasis:names:tc:opendocument:xmlns:(?:xsl-)?([a-z]+)(?:-compatible)?:1\.0$/
const otherNames: Readonly<Record<string, string>> = {
  animation: 'anim',
  datastyle: 'number',
  drawing: 'draw',
}
const prefixes: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/presentationml/2006/main': 'p',
  'http://purl.oclc.org/ooxml/presentationml/main': 'p',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/chart': 'c',
  'http://schemas.openxmlformats.org/drawingml/2006/diagram': 'dgm',
  'http://schemas.openxmlformats.org/drawingml/2006/picture': 'pic',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
  'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing': 'xdr',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/1998/Math/MathML': 'math',
}

/**
 * The tree of an XML part. Entities that it defines are never expanded.
 * @throws ApiError `too_complex`, `corrupt`
 */
export function parseXml(bytes: Buffer): XmlElement {
  const names = new Map<string, string>()
  const renamed = new Map<string, string>()
  const root: { name: string; attributes: Record<string, string>; children: XmlNode[] } = blank('', {})
  const path = [root]
  let isCut = false
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        declare(attributes)
        const element = blank(standardName(tag), renamed.size === 0 ? attributes : standardNames(attributes))
        path.at(-1)?.children.push(element)
        if (path.push(element) > depthMax) throw tooDeep()
      },
      ontext: text => {
        const siblings = path.at(-1)?.children ?? []
        const last = siblings.at(-1)
        // The parser splits text at entities.
        if (typeof last === 'string') siblings[siblings.length - 1] = last + text
        else siblings.push(text)
      },
      onclosetag: (_, isImplied) => {
        const closed = path.length > 1 ? path.pop() : undefined
        // The parser closes open elements at the end: a part that was cut would look complete.
        if (isImplied && path.length === 1 && (closed?.children.length ?? 0) > 0) isCut = true
      },
    },
    { xmlMode: true },
  )
  parser.end(charsetByMark(bytes) === null ? bytes.toString() : decodeText(bytes, null).text)
  const element = root.children.find(isElement)
  if (element === undefined || isCut) throw parseError('corrupt', 'is damaged: a part of it is not XML.')
  return element

  function declare(attributes: Readonly<Record<string, string>>): void {
    for (const [key, value] of Object.entries(attributes)) {
      if (!key.startsWith('xmlns')) continue
      const standard = prefixes[value] ?? openDocumentPrefix(value)
      if (standard === undefined || key === `xmlns:${standard}`) continue
      renamed.set(key === 'xmlns' ? '' : key.slice('xmlns:'.length), standard)
      names.clear()
    }
  }

  function standardName(name: string): string {
    if (renamed.size === 0) return name
    const known = names.get(name)
    if (known !== undefined) return known
    const colon = name.indexOf(':')
    const prefix = renamed.get(colon === -1 ? '' : name.slice(0, colon))
    const made = prefix === undefined ? name : `${prefix}:${name.slice(colon + 1)}`
    names.set(name, made)
    return made
  }

  function standardNames(attributes: Readonly<Record<string, string>>): Record<string, string> {
    // A name without a prefix has no namespace.
    return Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key.includes(':') ? standardName(key) : key, value]),
    )
  }
}

export function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string'
}

export function elementsOf({ children }: XmlElement): XmlElement[] {
  return children.filter(isElement)
}

/** Its first child of this name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child): child is XmlElement => isElement(child) && child.name === name)
}

/** Descendants of these names in document order, without those inside one of them. */
export function outermost(element: XmlElement, names: ReadonlySet<string>): XmlElement[] {
  return elementsOf(element).flatMap(child => (names.has(child.name) ? [child] : outermost(child, names)))
}

/** All text inside. */
export function innerText(node: XmlNode): string {
  return isElement(node) ? node.children.map(innerText).join('') : node
}

function blank(
  name: string,
  attributes: Record<string, string>,
): { name: string; attributes: Record<string, string>; children: XmlNode[] } {
  return { name, attributes, children: [] }
}

function openDocumentPrefix(namespace: string): string | undefined {
  const name = openDocument.exec(namespace)?.[1]
  return name === undefined ? undefined : (otherNames[name] ?? name)
}

/** The error of a part that is nested deeper. */
export function tooDeep(): Error {
  return parseError('too_complex', 'is too deeply nested. Split it into smaller files.')
}
