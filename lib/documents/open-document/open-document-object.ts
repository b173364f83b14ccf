import { cleanAlternative } from '#lib/documents/alternative-text.ts'
import type { Archive } from '#lib/documents/archive.ts'
import { type LooseBlock, toTable } from '#lib/documents/block-list.ts'
import {
  childOf,
  elementsOf,
  innerText,
  outermost,
  parseXml,
  type XmlElement,
} from '#lib/documents/office/xml-tree.ts'

export const contentPart = 'content.xml'

const titleTags: ReadonlySet<string> = new Set(['chart:title', 'chart:subtitle'])
const paragraphTags: ReadonlySet<string> = new Set(['text:p'])
const rowTags: ReadonlySet<string> = new Set(['table:table-row'])
const annotationTags: ReadonlySet<string> = new Set(['math:annotation'])

/**
 * An embedded chart as its titles and data, or a formula as its source. Other objects are shown as pictures.
 * @param part of the archive
 */
export function openDocumentObject(archive: Archive, part: string): LooseBlock[] {
  if (!archive.has(part)) return []
  const content = parseXml(archive.read(part))
  if (content.name === 'math:math') return formulaBlocks(content)
  const chart = childOf(childOf(childOf(content, 'office:body'), 'office:chart'), 'chart:chart')
  return chart === undefined ? [] : chartBlocks(chart)
}

/** The content of an object by the address that a frame states. */
export function openDocumentPart(address: string): string {
  return `${address.replace(/^\.\//, '').replace(/\/$/, '')}/${contentPart}`
}

/** The title and the description of a frame. */
export function alternativeText(frame: XmlElement): string {
  const texts = ['svg:title', 'svg:desc'].map(name => {
    const child = childOf(frame, name)
    return child === undefined ? '' : cleanAlternative(innerText(child))
  })
  return [...new Set(texts.filter(text => text !== ''))].join('. ')
}

function formulaBlocks(formula: XmlElement): LooseBlock[] {
  const [source] = outermost(formula, annotationTags)
  const text = innerText(source ?? formula)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [{ type: 'paragraph', text }]
}

function chartBlocks(chart: XmlElement): LooseBlock[] {
  const [title, ...axes] = [
    textOf(childOf(chart, 'chart:title')),
    ...outermost(chart, titleTags)
      .filter(each => each !== childOf(chart, 'chart:title'))
      .map(textOf),
  ]
  const rows = outermost(chart, rowTags).map(row => elementsOf(row).map(textOf))
  if (rows.length === 0 && [title, ...axes].every(text => text === '')) return []
  const head = [title === '' ? 'Chart' : `Chart: ${title}`, ...axes].filter(Boolean).join('. ')
  const table = toTable(rows)
  return [{ type: 'paragraph', text: head }, ...(table.text === '' ? [] : [table])]
}

function textOf(element: XmlElement | undefined): string {
  if (element === undefined) return ''
  const paragraphs = outermost(element, paragraphTags)
  const text = paragraphs.length > 1 ? paragraphs.map(innerText).join(' ') : innerText(element)
  return text.replaceAll(/\s+/g, ' ').trim()
}
