import { openArchive, type Archive } from '#lib/documents/archive.ts'
import { BlockList, type LooseBlock } from '#lib/documents/block-list.ts'
import { readRelations } from '#lib/documents/office/relations.ts'
import type { Parser, ParserInput } from '#lib/documents/parser.ts'
import { addHtml } from '#lib/documents/text/add-html.ts'
import { decodeText } from '#lib/documents/text/charset.ts'
import { toParagraphs } from '#lib/documents/text/parse-text.ts'
import { ApiError } from '#lib/errors.ts'

/** The documents in other formats that are part of a Word document, by address; null: unreadable. */
export type WordChunks = ReadonlyMap<string, readonly LooseBlock[] | null>

// Of the document, its headers, footers and notes.
const relationParts = /^(word)\/_rels\/([^/]+)\.rels$/
const chunksMax = 100
const nestingMax = 64
const headBytes = 500

/**
 * Reads them before the document, which is converted in one go.
 * @param parseWord for those that are documents of Word
 */
export async function readWordChunks(
  archive: Archive,
  input: ParserInput,
  parseWord: Parser,
): Promise<WordChunks> {
  const relations = archive.names.filter(name => relationParts.test(name))
  const addresses = relations
    .flatMap(name => readRelations(archive, name.replace(relationParts, '$1/$2')))
    .flatMap(({ type, address }) => (type === 'aFChunk' && archive.has(address) ? [address] : []))
  const chunks = new Map<string, readonly LooseBlock[] | null>()
  for (const address of [...new Set(addresses)].slice(0, chunksMax))
    chunks.set(address, await readChunk(archive.read(address), address, input, parseWord))
  return chunks
}

async function readChunk(
  bytes: Buffer,
  address: string,
  input: ParserInput,
  parseWord: Parser,
): Promise<readonly LooseBlock[] | null> {
  try {
    const head = bytes.toString('latin1', 0, headBytes)
    if (/^\s*\{\\rtf/.test(head)) {
      const { parseRtf } = await import('#lib/documents/rich-text/parse-rtf.ts')
      return (await parseRtf({ ...input, kind: 'rtf', bytes, archive: null })).blocks
    }
    if (head.startsWith('PK')) {
      return (await parseWord({ ...input, bytes, archive: await openArchive(bytes, input.limits) })).blocks
    }
    if (/^(?:mime-version|from|content-type|message-id):/im.test(head)) {
      const { default: PostalMime } = await import('postal-mime')
      const { html = '', text = '' } = await PostalMime.parse(bytes, { maxNestingDepth: nestingMax })
      return html === '' ? toParagraphs(text) : pageBlocks(html)
    }
    const { text } = decodeText(bytes, null)
    const isPage = /\.(?:x?html?|xht)$/i.test(address) || /<!doctype html|<html\b/i.test(head)
    return isPage ? pageBlocks(text) : toParagraphs(text)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

function pageBlocks(html: string): readonly LooseBlock[] {
  const list = new BlockList()
  addHtml(list, html, { onlyMainContent: false, isPart: true })
  return list.blocks
}
