import { ApiError } from '#lib/errors.ts'
import { BlockList } from '#lib/engines/parsing/block-list.ts'
import type { ParsedDocument } from '#lib/engines/parsing/blocks.ts'
import { fieldBlocks } from '#lib/engines/parsing/field-blocks.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { singlePage } from '#lib/engines/parsing/single-page.ts'
import { parseByAnydoc } from './anydoc.ts'
import { chartReader } from './chart-text.ts'
import { docxFields } from './docx-fields.ts'
import { addNodes } from './office-blocks.ts'
import { type OfficeTree, readOffice } from './read-office.ts'
import { addSlides } from './slides.ts'

const officeKinds = ['docx', 'pptx', 'odt', 'odp', 'rtf'] as const

/** A text document or presentation, by officeparser; by anydoc where that fails. */
export async function parseOffice(input: ParserInput): Promise<ParsedDocument> {
  const kind = officeKinds.find(each => each === input.kind)
  if (input.engine === 'second' || kind === undefined) return parseByAnydoc(input)
  try {
    const tree = await readOffice(input.bytes, kind)
    return kind === 'pptx' || kind === 'odp' ? toSlides(tree, input) : toText(tree, input)
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'corrupt') throw error
    return parseByAnydoc(input)
  }
}

function toText(tree: OfficeTree, input: ParserInput): ParsedDocument {
  const writing = { list: new BlockList(), place: {}, chartText: chartReader(input.archive) }
  // Once for the document, not once for each page; the flag that takes running lines out takes them out here.
  const [headers, footers] = input.options.removeHeaders ? [[], []] : [tree.headers, tree.footers]
  addNodes(writing, headers)
  addNodes(writing, tree.content)
  addNodes(writing, footers)
  const fields = input.kind === 'docx' && input.archive !== null ? docxFields(input.archive) : []
  const blocks = [...writing.list.blocks, ...fieldBlocks(fields)]
  return singlePage(input.kind, blocks, fields.length > 0 ? { fields } : {}, 'officeparser')
}

function toSlides(tree: OfficeTree, input: ParserInput): ParsedDocument {
  const list = new BlockList()
  const slides = addSlides(list, tree, input)
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
