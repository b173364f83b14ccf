import type { OfficeContentNode } from 'officeparser'
import type { BlockList } from '#lib/engines/parsing/block-list.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { chartReader } from './chart-text.ts'
import { hiddenSlides, slideParts } from './hidden-slides.ts'
import { addNodes, textOf } from './office-blocks.ts'
import { orderShapes } from './order-shapes.ts'
import type { OfficeTree } from './read-office.ts'

/** Writes slides, each under its heading, with its notes at the end. @returns how many there are */
export function addSlides(list: BlockList, tree: OfficeTree, { archive, kind }: ParserInput): number {
  const hidden = archive === null ? new Set<number>() : hiddenSlides(archive, kind)
  const chartText = chartReader(archive)
  const parts = archive === null || kind !== 'pptx' ? [] : slideParts(archive)
  const slides = tree.content.filter(node => node.type === 'slide')
  for (const [index, slide] of slides.entries()) {
    const number = index + 1
    const place = { page: number, slide: number }
    const children = slide.children ?? []
    const title = children.find(node => node.type === 'heading')
    const name = title === undefined ? '' : textOf(title).replaceAll(/\s+/g, ' ').trim()
    const heading = `Slide ${number}${name === '' ? '' : `: ${name}`}${hidden.has(number) ? ' (hidden)' : ''}`
    list.leaveHeadings()
    list.add({ ...place, type: 'heading', level: 2, text: `## ${heading}`, markdown: heading })
    const body = children.filter(node => node !== title)
    const part = parts[index]
    const source = part !== undefined && archive?.has(part) === true ? archive.read(part).toString() : ''
    addNodes({ list, place, chartText }, orderShapes(body, source).map(lower))
    const said = (slide.notes ?? []).map(textOf).filter(text => text !== '')
    if (said.length > 0) list.add({ ...place, type: 'note', text: `Notes: ${said.join('\n')}` })
  }
  return slides.length
}

/** Headings on a slide stand below the slide's own. */
function lower(node: OfficeContentNode): OfficeContentNode {
  if (node.type !== 'heading') return node
  return { ...node, metadata: { ...node.metadata, level: Math.min(6, (node.metadata?.level ?? 1) + 2) } }
}
