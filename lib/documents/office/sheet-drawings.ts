import { cleanAlternative } from '#lib/documents/alternative-text.ts'
import type { Archive } from '#lib/documents/archive.ts'
import { ApiError } from '#lib/errors.ts'
import type { LooseBlock } from '#lib/documents/block-list.ts'
import type { DocumentKind } from '#lib/documents/blocks.ts'
import { chartBlocks } from './chart-blocks.ts'
import {
  alternativeText,
  contentPart,
  openDocumentObject,
  openDocumentPart,
} from '#lib/documents/open-document/open-document-object.ts'
import { mainPart, readRelations } from './relations.ts'
import { childOf, elementsOf, innerText, outermost, parseXml, type XmlElement } from './xml-tree.ts'

/**
 * The drawings over each sheet, by its index: text boxes, alternative texts and the titles of charts, whose data is
 * in the cells.
 * @returns null if they are damaged: the cells are readable without them
 */
export function sheetDrawings(
  archive: Archive | null,
  kind: DocumentKind,
): readonly (readonly LooseBlock[])[] | null {
  if (archive === null) return []
  try {
    return kind === 'xlsx' ? ofWorkbook(archive) : ofOpenDocument(archive)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

function ofWorkbook(archive: Archive): LooseBlock[][] {
  if (!archive.names.some(name => name.startsWith('xl/drawings/'))) return []
  const main = mainPart(archive) ?? ''
  if (!archive.has(main) || !main.endsWith('.xml')) return []
  const parts = new Map(readRelations(archive, main).map(({ id, address }) => [id, address]))
  const used = new Set<string>()
  const sheets = elementsOf(parseXml(archive.read(main))).find(({ name }) => localName(name) === 'sheets')
  return (sheets === undefined ? [] : elementsOf(sheets)).map(sheet =>
    readRelations(archive, parts.get(sheet.attributes['r:id'] ?? '') ?? '')
      .filter(({ type, address }) => type === 'drawing' && archive.has(address) && isNew(address))
      .flatMap(({ address }) => drawingBlocks(archive, address)),
  )

  /** Thousands of sheets could name the same drawing. */
  function isNew(address: string): boolean {
    const before = used.size
    return used.add(address).size > before
  }
}

const drawnTags: ReadonlySet<string> = new Set(['c:chart', 'xdr:cNvPr', 'xdr:txBody'])
const paragraphTags: ReadonlySet<string> = new Set(['a:p'])

function drawingBlocks(archive: Archive, part: string): LooseBlock[] {
  const targets = new Map(readRelations(archive, part).map(({ id, address }) => [id, address]))
  return outermost(parseXml(archive.read(part)), drawnTags).flatMap((element): LooseBlock[] => {
    const { name, attributes } = element
    if (name === 'xdr:cNvPr') return [{ type: 'image', text: cleanAlternative(attributes['descr'] ?? '') }]
    if (name === 'xdr:txBody')
      return outermost(element, paragraphTags).map(each => ({ type: 'paragraph', text: textOf(each) }))
    const chart = targets.get(attributes['r:id'] ?? '') ?? ''
    return archive.has(chart) ? titled(chartBlocks(archive.read(chart).toString())) : []
  })
}

const frameTags: ReadonlySet<string> = new Set(['draw:custom-shape', 'draw:frame'])
const lineTags: ReadonlySet<string> = new Set(['text:p'])

function ofOpenDocument(archive: Archive): LooseBlock[][] {
  if (!archive.has(contentPart)) return []
  const part = archive.read(contentPart)
  // Most workbooks have no drawings, and need no second parse.
  if (!part.includes('<draw:')) return []
  const main = childOf(childOf(parseXml(part), 'office:body'), 'office:spreadsheet')
  const sheets = main === undefined ? [] : elementsOf(main).filter(({ name }) => name === 'table:table')
  return sheets.map(sheet => outermost(sheet, frameTags).flatMap(frame => frameBlocks(archive, frame)))
}

function frameBlocks(archive: Archive, frame: XmlElement): LooseBlock[] {
  const address = childOf(frame, 'draw:object')?.attributes['xlink:href'] ?? ''
  const charts = titled(openDocumentObject(archive, openDocumentPart(address)))
  const box = childOf(frame, 'draw:text-box') ?? frame
  const lines = outermost(box, lineTags).map((each): LooseBlock => ({
    type: 'paragraph',
    text: textOf(each),
  }))
  return [...charts, { type: 'image', text: alternativeText(frame) }, ...lines]
}

/** The titles of a chart without its data. */
function titled(blocks: readonly LooseBlock[]): LooseBlock[] {
  return blocks.slice(0, 1).filter(({ text }) => text !== 'Chart')
}

function textOf(element: XmlElement): string {
  return innerText(element).replaceAll(/\s+/g, ' ').trim()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
