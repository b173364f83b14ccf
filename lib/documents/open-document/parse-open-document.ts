import type { Archive } from '#lib/documents/archive.ts'
import { BlockList, type LooseBlock } from '#lib/documents/block-list.ts'
import type { ParsedDocument } from '#lib/documents/blocks.ts'
import { parseError } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { NoteMarks } from '#lib/documents/note-marks.ts'
import { isPageNumber } from '#lib/documents/running-lines.ts'
import { singlePage } from '#lib/documents/single-page.ts'
import { parseByAnydoc, withFallback } from '#lib/documents/office/anydoc.ts'
import { addContent, addElement, blockText, type OpenDocumentWriting } from './open-document-blocks.ts'
import { contentPart, openDocumentObject, openDocumentPart } from './open-document-object.ts'
import { type OpenDocumentStyles, readStyles } from './open-document-styles.ts'
import { childOf, elementsOf, outermost, parseXml, type XmlElement } from '#lib/documents/office/xml-tree.ts'

const stylesPart = 'styles.xml'

/** An OpenDocument text or presentation; anydoc is the fallback. */
export async function parseOpenDocument(input: ParserInput): Promise<ParsedDocument> {
  const { archive, engine } = input
  if (engine === 'second' || archive?.has(contentPart) !== true) return await parseByAnydoc(input)
  return await withFallback(input, () => read(input, archive))
}

function read(input: ParserInput, archive: Archive): ParsedDocument {
  const content = parseXml(archive.read(contentPart))
  const common = archive.has(stylesPart) ? parseXml(archive.read(stylesPart)) : null
  const body = childOf(content, 'office:body')
  const main = childOf(body, input.kind === 'odp' ? 'office:presentation' : 'office:text')
  if (main === undefined) throw parseError('corrupt', 'is damaged: it has no content.')
  const shared = {
    styles: readStyles(common === null ? [content] : [content, common]),
    embedded: embeddedReader(archive),
    numbers: new Map<string, number[]>(),
    marks: new NoteMarks(),
  }
  if (input.kind === 'odp') return toSlides(main, shared)
  const writing = { ...shared, list: new BlockList(), origin: {}, isSlide: false }
  const isWhole = !input.options.removeHeaders && common !== null
  const edges = isWhole ? pageEdges(common, shared.styles) : []
  // Automatic styles of this part have the same names as others of the content.
  const edgeStyles = readStyles(common === null ? [] : [common])
  addEdges(
    writing,
    edges.map(({ header }) => header),
    edgeStyles,
  )
  addContent(writing, main)
  addEdges(
    writing,
    edges.map(({ footer }) => footer),
    edgeStyles,
  )
  return singlePage(input.kind, writing.list.blocks)
}

/** Reads each object once: a small file may name one thousands of times. */
function embeddedReader(archive: Archive): (address: string) => readonly LooseBlock[] {
  const used = new Set<string>()
  return address => {
    const part = openDocumentPart(address)
    if (used.has(part)) return []
    used.add(part)
    return openDocumentObject(archive, part)
  }
}

interface PageEdges {
  readonly header: XmlElement | undefined
  readonly footer: XmlElement | undefined
}

/** Headers and footers of the page styles in use, once per document and not per page. */
function pageEdges(common: XmlElement, styles: OpenDocumentStyles): PageEdges[] {
  const pages = elementsOf(childOf(common, 'office:master-styles') ?? common).filter(
    ({ name }) => name === 'style:master-page',
  )
  const used = new Set(styles.pages)
  const [first] = pages
  if (first !== undefined) used.add(first.attributes['style:name'] ?? '')
  // A page style may name the one of the next page; the set grows while it is read.
  const nextOf = new Map(
    pages.map(({ attributes }) => [attributes['style:name'], attributes['style:next-style-name']]),
  )
  for (const name of used) used.add(nextOf.get(name) ?? name)
  return pages
    .filter(({ attributes }) => used.has(attributes['style:name'] ?? ''))
    .map(page => ({ header: shown(page, 'style:header'), footer: shown(page, 'style:footer') }))
}

function shown(page: XmlElement, name: string): XmlElement | undefined {
  const edge = childOf(page, name)
  return edge?.attributes['style:display'] === 'false' ? undefined : edge
}

/** Headers or footers without what the document says already. */
function addEdges(
  writing: OpenDocumentWriting,
  edges: readonly (XmlElement | undefined)[],
  styles: OpenDocumentStyles,
): void {
  const known = new Set(writing.list.blocks.map(({ text }) => text))
  for (const edge of edges) {
    if (edge === undefined) continue
    const list = new BlockList()
    addContent({ ...writing, list, styles }, edge)
    const added = list.blocks.filter(({ text }) => !known.has(text) && !isPageNumber(text))
    for (const block of added) {
      known.add(block.text)
      writing.list.add(block)
    }
  }
}

const notShown: ReadonlySet<string> = new Set(['page-number', 'notes', 'page', 'handout'])

function toSlides(
  main: XmlElement,
  shared: Pick<OpenDocumentWriting, 'styles' | 'embedded' | 'numbers' | 'marks'>,
): ParsedDocument {
  const list = new BlockList()
  const slides = elementsOf(main).filter(({ name }) => name === 'draw:page')
  for (const [index, slide] of slides.entries()) {
    const number = index + 1
    const origin = { page: number, slide: number }
    const writing: OpenDocumentWriting = { ...shared, list, origin, isSlide: true }
    const shapes = elementsOf(slide).filter(
      ({ name, attributes }) =>
        /^(?:draw|dr3d):/.test(name) && !notShown.has(attributes['presentation:class'] ?? ''),
    )
    const title = shapes.find(({ attributes }) => attributes['presentation:class'] === 'title')
    const titleText = title === undefined ? '' : blockText(writing, title).replaceAll(/\s+/g, ' ').trim()
    const hidden = shared.styles.hidesSlide(slide.attributes['draw:style-name']) ? ' (hidden)' : ''
    const heading = `Slide ${number}${titleText === '' ? '' : `: ${titleText}`}${hidden}`
    list.leaveHeadings()
    list.add({ ...origin, type: 'heading', level: 2, text: `## ${heading}`, markdown: heading })
    for (const shape of inReadingOrder(shapes.filter(each => each !== title))) addElement(writing, shape)
    const notes = notesOf(writing, slide)
    if (notes !== '') list.add({ ...origin, type: 'note', text: `Notes: ${notes}` })
  }
  const pages = Math.max(1, slides.length)
  const readings = Array.from({ length: pages }, (_, index) => ({
    page: index + 1,
    engine: 'sextant',
    origin: 'text' as const,
  }))
  return { kind: 'odp', pages, blocks: list.blocks, warnings: [], readings }
}

const notesTags: ReadonlySet<string> = new Set(['presentation:notes'])

function notesOf(writing: OpenDocumentWriting, slide: XmlElement): string {
  return outermost(slide, notesTags)
    .flatMap(elementsOf)
    .filter(({ attributes }) => {
      const role = attributes['presentation:class']
      return role === 'notes' || role === undefined
    })
    .map(shape => blockText(writing, shape))
    .filter(text => text !== '')
    .join('\n')
}

// Shapes whose tops differ by less are on one line: an eighth of an inch.
const lineInches = 1 / 8
const inches: Readonly<Record<string, number>> = { in: 1, cm: 1 / 2.54, mm: 1 / 25.4, pt: 1 / 72, pc: 1 / 6 }

/** Shapes from top to bottom and left to right; in file order if a position is unknown. */
function inReadingOrder(shapes: readonly XmlElement[]): readonly XmlElement[] {
  const placed = shapes.map(shape => ({ shape, x: toInches(shape, 'svg:x'), y: toInches(shape, 'svg:y') }))
  if (placed.some(({ x, y }) => x === null || y === null)) return shapes
  const lineOf = ({ y }: { y: number | null }): number => Math.round((y ?? 0) / lineInches)
  return placed
    .toSorted((one, other) => lineOf(one) - lineOf(other) || (one.x ?? 0) - (other.x ?? 0))
    .map(({ shape }) => shape)
}

function toInches({ attributes }: XmlElement, name: string): number | null {
  const [, amount = '', unit = ''] = /^(-?[\d.]+)(in|cm|mm|pt|pc)$/.exec(attributes[name] ?? '') ?? []
  const scale = inches[unit]
  return scale === undefined ? null : Number(amount) * scale
}
