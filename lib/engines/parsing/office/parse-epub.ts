import path from 'node:path/posix'
import type { Archive } from '#lib/engines/parsing/archive.ts'
import { BlockList } from '#lib/engines/parsing/block-list.ts'
import type { ParsedDocument } from '#lib/engines/parsing/blocks.ts'
import { parseError } from '#lib/engines/parsing/parse-error.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { addHtml } from '#lib/engines/parsing/text/add-html.ts'
import { decodeText } from '#lib/engines/parsing/text/charset.ts'
import { flattened } from '#lib/engines/parsing/text/parse-html.ts'
import { xmlAttribute } from '#lib/engines/parsing/xml-text.ts'
import { parseByAnydoc } from './anydoc.ts'

/** A book: what its spine lists, in that order, each item a page; its contents page is not read. */
export async function parseEpub(input: ParserInput): Promise<ParsedDocument> {
  if (input.archive === null || input.engine === 'second') return await parseByAnydoc(input)
  const { archive } = input
  const parts = readSpine(archive)
  if (parts.length === 0) return await parseByAnydoc(input)
  const list = new BlockList()
  const flat: number[] = []
  for (const [index, part] of parts.entries()) {
    list.leaveHeadings()
    const page = index + 1
    const { text } = decodeText(archive.read(part), null)
    if (!addHtml(list, closeEmpty(text), { onlyMainContent: false, place: { page } })) flat.push(page)
  }
  return {
    kind: 'epub',
    pages: parts.length,
    blocks: list.blocks,
    warnings: flat.length > 0 ? [{ ...flattened, pages: flat }] : [],
    readings: parts.map((_, index) => ({ page: index + 1, engine: 'sextant', origin: 'text' })),
  }
}

/** Parts of the book in reading order. */
function readSpine(archive: Archive): string[] {
  const container = read(archive, 'META-INF/container.xml')
  const [rootTag = ''] = /<(?:\w+:)?rootfile\b[^>]*>/.exec(container) ?? []
  const packagePath = xmlAttribute(rootTag, 'full-path') ?? ''
  const book = read(archive, packagePath)
  const items = new Map<string, { readonly part: string; readonly contents: boolean }>()
  for (const [tag] of book.matchAll(/<(?:\w+:)?item\b[^>]*>/g)) {
    const [id, href] = [xmlAttribute(tag, 'id'), xmlAttribute(tag, 'href')]
    if (id === null || href === null) continue
    const contents = (xmlAttribute(tag, 'properties') ?? '').split(/\s+/).includes('nav')
    items.set(id, { part: path.join(path.dirname(packagePath), decodePath(href)), contents })
  }
  return [...book.matchAll(/<(?:\w+:)?itemref\b[^>]*>/g)].flatMap(([tag]) => {
    const item = items.get(xmlAttribute(tag, 'idref') ?? '')
    return item === undefined || item.contents || !archive.has(item.part) ? [] : [item.part]
  })
}

function read(archive: Archive, part: string): string {
  if (!archive.has(part)) throw parseError('corrupt', 'is damaged: the list of its chapters is missing.')
  return archive.read(part).toString()
}

function decodePath(href: string): string {
  const plain = href.split('#', 1)[0] ?? ''
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** XHTML may close any element in its start tag; read as HTML, an empty title would swallow the chapter. */
function closeEmpty(html: string): string {
  return html.replaceAll(
    /<(title|script|style|a|div|span|p|td|th|li|em|i|b|strong|h[1-6])\b([^<>]*)\/>/gi,
    '<$1$2></$1>',
  )
}
