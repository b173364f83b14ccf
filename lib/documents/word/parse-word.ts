import path from 'node:path/posix'
import type { Archive } from '#lib/documents/archive.ts'
import { BlockList } from '#lib/documents/block-list.ts'
import type { ParsedDocument, ParseWarning } from '#lib/documents/blocks.ts'
import { fieldBlocks } from '#lib/documents/field-blocks.ts'
import { parseByAnydoc, withFallback } from '#lib/documents/office/anydoc.ts'
import { chartBlocks } from '#lib/documents/office/chart-blocks.ts'
import { mainPart, readRelations, type Relation } from '#lib/documents/office/relations.ts'
import { elementsOf, outermost, parseXml, type XmlElement } from '#lib/documents/office/xml-tree.ts'
import { parseError } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { NoteMarks } from '#lib/documents/note-marks.ts'
import { isPageNumber } from '#lib/documents/running-lines.ts'
import { singlePage } from '#lib/documents/single-page.ts'
import { addWordBlocks, diagramTexts, type WordNotes, type WordWriting } from './word-blocks.ts'
import { readWordChunks, type WordChunks } from './word-chunks.ts'
import { wordFields } from './word-fields.ts'
import { readWordNumbering } from './word-numbering.ts'
import { readWordStyles } from './word-styles.ts'

/** A Word document; anydoc is the fallback. */
export async function parseWord(input: ParserInput): Promise<ParsedDocument> {
  return await parse(input, (archive, whole) => readWordChunks(archive, whole, parseInner))
}

/** A document in another one. Those in it are not read: there might be no end. */
async function parseInner(input: ParserInput): Promise<ParsedDocument> {
  return await parse(input, async () => new Map())
}

async function parse(
  input: ParserInput,
  readChunks: (archive: Archive, input: ParserInput) => Promise<WordChunks>,
): Promise<ParsedDocument> {
  const { archive, engine } = input
  if (engine === 'second' || archive === null) return await parseByAnydoc(input)
  return await withFallback(input, async () => read(archive, input, await readChunks(archive, input)))
}

function read(archive: Archive, { options }: ParserInput, chunks: WordChunks): ParsedDocument {
  const part = requireMainPart(archive)
  const bytes = archive.read(part)
  const root = parseXml(bytes)
  const relations = readRelations(archive, part)
  const ofType = (type: string): Relation[] => relations.filter(each => each.type === type)
  const partOf = (type: string): XmlElement | null => {
    const named = ofType(type).map(({ address }) => address)
    // Some programs leave out the relationships.
    const target = [...named, path.join(path.dirname(part), `${type}.xml`)].find(each => archive.has(each))
    return target === undefined ? null : parseXml(archive.read(target))
  }
  const styles = readWordStyles(partOf('styles'))
  const list = new BlockList()
  const used = new Set<string>()
  // A part that thousands of references name would fill the memory.
  const isNew = (address: string): boolean => {
    if (used.has(address)) return false
    used.add(address)
    return archive.has(address)
  }
  const notes = { footnotes: readNotes(partOf('footnotes')), endnotes: readNotes(partOf('endnotes')) }
  const marks = new NoteMarks()
  const writing: WordWriting = {
    list,
    styles,
    numbering: readWordNumbering(partOf('numbering'), styles),
    notes,
    markOf: ({ name, attributes }) => marks.of(`${name} ${attributes['w:id'] ?? ''}`),
    targets: toTargets(relations),
    chart: address => (isNew(address) ? chartBlocks(archive.read(address).toString()) : []),
    diagram: address => (isNew(address) ? diagramTexts(parseXml(archive.read(address))) : []),
    addChunk: (into, address) => {
      if (isNew(address)) for (const block of chunks.get(address) ?? []) into.add(block)
    },
  }
  // Once per document, not per page; the flag that removes running headers removes them here.
  const edges = (type: string): readonly Relation[] => (options.removeHeaders ? [] : ofType(type))
  addEdges(writing, archive, edges('header'))
  // A damaged document may have several bodies.
  for (const body of elementsOf(root).filter(({ name }) => name === 'w:body')) addWordBlocks(writing, body)
  addEdges(writing, archive, edges('footer'))
  const fields = wordFields(bytes)
  // The text of the others is in that of the document.
  const boxes = fields.filter(({ value }) => typeof value === 'boolean')
  const blocks = [...list.blocks, ...fieldBlocks(boxes)]
  const warnings = [...chunks.values()].includes(null) ? [chunkWarning] : []
  return singlePage('docx', blocks, { warnings, ...(fields.length > 0 && { fields }) })
}

const chunkWarning: ParseWarning = {
  code: 'text_missing',
  message:
    'A document that is part of this one is damaged, and its text is left out. Save the document again and compare.',
}

/** @throws ApiError `corrupt` */
function requireMainPart(archive: Archive): string {
  const part = [mainPart(archive), 'word/document.xml'].find(each => each !== undefined && archive.has(each))
  if (part === undefined) throw parseError('corrupt', 'is damaged: its main part is missing.')
  return part
}

function toTargets(relations: readonly Relation[]): Map<string, string> {
  return new Map(relations.map(({ id, address }) => [id, address]))
}

const noteTags: ReadonlySet<string> = new Set(['w:footnote', 'w:endnote'])

function readNotes(part: XmlElement | null): WordNotes {
  if (part === null) return new Map()
  return new Map(outermost(part, noteTags).map(note => [note.attributes['w:id'] ?? '', note]))
}

/** Headers or footers, each text once. */
function addEdges(writing: WordWriting, archive: Archive, edges: readonly Relation[]): void {
  const known = new Set<string>()
  for (const address of new Set(edges.map(each => each.address))) {
    if (!archive.has(address)) continue
    const list = new BlockList()
    const targets = toTargets(readRelations(archive, address))
    addWordBlocks({ ...writing, list, targets }, parseXml(archive.read(address)))
    for (const block of list.blocks) {
      if (!known.has(block.text) && !isPageNumber(block.text)) writing.list.add(block)
      known.add(block.text)
    }
  }
}
