import type { OfficeContentNode } from 'officeparser'
import { BlockList } from '#lib/documents/block-list.ts'
import type { ParsedDocument } from '#lib/documents/blocks.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { parseByAnydoc, withFallback } from './anydoc.ts'
import { chartReader } from './chart-blocks.ts'
import { addNodes, textOf } from './office-blocks.ts'
import { readOffice } from './read-office.ts'
import { slideParts } from './slide-parts.ts'
import { slideTables } from './slide-tables.ts'
import { innerText, outermost, parseXml, type XmlElement } from './xml-tree.ts'

/** A presentation, by officeparser, with anydoc as fallback. */
export async function parseOffice(input: ParserInput): Promise<ParsedDocument> {
  if (input.engine === 'second') return await parseByAnydoc(input)
  return await withFallback(input, async () => toSlides(await readOffice(input.bytes), input))
}

function toSlides(nodes: readonly OfficeContentNode[], input: ParserInput): ParsedDocument {
  const list = new BlockList()
  const slides = addSlides(list, nodes, input)
  return {
    kind: input.kind,
    pages: Math.max(1, slides),
    blocks: list.blocks,
    warnings: [],
    readings: Array.from({ length: Math.max(1, slides) }, (_, index) => ({
      page: index + 1,
      engine: 'officeparser',
      origin: 'text',
    })),
  }
}

/** Writes each slide under its heading, with its notes at the end. @returns number of slides */
function addSlides(list: BlockList, nodes: readonly OfficeContentNode[], { archive }: ParserInput): number {
  const chart = chartReader(archive)
  const parts = archive === null ? [] : slideParts(archive)
  const slides = nodes.filter(node => node.type === 'slide')
  for (const [index, slide] of slides.entries()) {
    const number = index + 1
    const origin = { page: number, slide: number }
    const children = slide.children ?? []
    const title = children.find(node => node.type === 'heading')
    const name = title === undefined ? '' : textOf(title).replaceAll(/\s+/g, ' ').trim()
    const part = parts[index]
    const source = part !== undefined && archive?.has(part) === true ? parseXml(archive.read(part)) : null
    const hidden = /^(?:0|false)$/.test(source?.attributes['show'] ?? '') ? ' (hidden)' : ''
    const heading = `Slide ${number}${name === '' ? '' : `: ${name}`}${hidden}`
    list.leaveHeadings()
    list.add({ ...origin, type: 'heading', level: 2, text: `## ${heading}`, markdown: heading })
    const body = children.filter(node => node !== title)
    const ordered = source === null ? body : orderShapes(body, source)
    const tables = source === null ? new Map() : slideTables(body, source)
    addNodes({ list, origin, chart, tables }, ordered.map(lower))
    const notes = (slide.notes ?? []).map(note => withoutNumber(textOf(note), number)).filter(Boolean)
    if (notes.length > 0) list.add({ ...origin, type: 'note', text: `Notes: ${notes.join('\n')}` })
  }
  return slides.length
}

/** A page of notes ends with the number of its slide. */
function withoutNumber(notes: string, number: number): string {
  const lines = notes.split('\n')
  return lines.at(-1)?.trim() === String(number) ? lines.slice(0, -1).join('\n').trimEnd() : notes
}

/** Headings on a slide are below the slide's own. */
function lower(node: OfficeContentNode): OfficeContentNode {
  if (node.type !== 'heading') return node
  return { ...node, metadata: { ...node.metadata, level: Math.min(6, (node.metadata?.level ?? 1) + 2) } }
}

// Shapes whose tops differ by less are on one line: an eighth of an inch.
const lineUnits = 114_300

/**
 * A slide's nodes from top to bottom and left to right, shape by shape: slides are stored in drawing order.
 * Unchanged if a shape gets its position from the layout, or positions are unknown.
 */
function orderShapes(nodes: readonly OfficeContentNode[], slide: XmlElement): readonly OfficeContentNode[] {
  const shapes = readShapes(slide)
  const groups = assign(nodes, shapes)
  if (groups === null) return nodes
  const placed = shapes.flatMap((shape, index) => {
    const own = groups.get(index)
    return own === undefined ? [] : [{ shape, own }]
  })
  if (placed.some(({ shape }) => shape.x === null || shape.y === null)) return nodes
  return placed.toSorted((one, other) => compare(one.shape, other.shape)).flatMap(each => each.own)
}

function compare(one: Shape, other: Shape): number {
  const down = Math.round((one.y ?? 0) / lineUnits) - Math.round((other.y ?? 0) / lineUnits)
  return down === 0 ? (one.x ?? 0) - (other.x ?? 0) : down
}

/** Maps nodes to shapes: both are in file order. Null if they do not match. */
function assign(
  nodes: readonly OfficeContentNode[],
  shapes: readonly Shape[],
): Map<number, OfficeContentNode[]> | null {
  const rest = shapes.map(shape => squeeze(shape.text))
  const groups = new Map<number, OfficeContentNode[]>()
  let at = 0
  for (const node of nodes) {
    // The text of a chart is not on the slide, but in a part of its own.
    const text = node.type === 'chart' ? '' : squeeze(textOf(node))
    const fits = (index: number): boolean =>
      text === ''
        ? shapes[index]?.holdsPicture === true || index === at
        : rest[index]?.startsWith(text) === true
    while (at < shapes.length && !fits(at)) at += 1
    if (at >= shapes.length) return null
    rest[at] = (rest[at] ?? '').slice(text.length)
    groups.set(at, [...(groups.get(at) ?? []), node])
  }
  return groups
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

/** A shape directly on the slide; a group counts as one. */
interface Shape {
  /** English metric units; null if the layout positions it. */
  readonly x: number | null
  readonly y: number | null
  readonly text: string
  readonly holdsPicture: boolean
}

const shapeTags: ReadonlySet<string> = new Set(['p:sp', 'p:grpSp', 'p:graphicFrame', 'p:pic', 'p:cxnSp'])

const placeholderTags: ReadonlySet<string> = new Set(['p:ph'])
const pictureTags: ReadonlySet<string> = new Set(['p:pic', 'p:graphicFrame'])
const offsetTags: ReadonlySet<string> = new Set(['a:off'])
const textTags: ReadonlySet<string> = new Set(['a:t'])

/** The shapes of a slide in drawing order, without its title. */
function readShapes(slide: XmlElement): Shape[] {
  return outermost(slide, shapeTags)
    .filter(shape => !isTitle(shape))
    .map(toShape)
}

function isTitle(shape: XmlElement): boolean {
  return outermost(shape, placeholderTags).some(({ attributes }) => /title/i.test(attributes['type'] ?? ''))
}

function toShape(shape: XmlElement): Shape {
  // The first is the outermost shape's own; those inside a group use its units.
  const [offset] = outermost(shape, offsetTags)
  return {
    x: offset === undefined ? null : Number(offset.attributes['x']),
    y: offset === undefined ? null : Number(offset.attributes['y']),
    text: outermost(shape, textTags).map(innerText).join(''),
    holdsPicture: pictureTags.has(shape.name) || outermost(shape, pictureTags).length > 0,
  }
}
