import { BlockList } from '#lib/documents/block-list.ts'
import type { ParsedDocument, RawText } from '#lib/documents/blocks.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { addHtml } from '#lib/documents/text/add-html.ts'
import { decodeText } from '#lib/documents/text/charset.ts'
import { flattened } from '#lib/documents/text/parse-html.ts'
import { parseByAnydoc } from './anydoc.ts'
import { readSpine } from './epub-spine.ts'

/** A book: the items of its spine in order, one page each, without the table of contents. */
export async function parseEpub(input: ParserInput): Promise<ParsedDocument> {
  if (input.archive === null || input.engine === 'second') return await parseByAnydoc(input)
  const { archive } = input
  const parts = readSpine(archive)
  if (parts.length === 0) return await parseByAnydoc(input)
  const list = new BlockList()
  const flat: number[] = []
  const rawTexts: RawText[] = []
  for (const [index, part] of parts.entries()) {
    list.leaveHeadings()
    const page = index + 1
    const { text } = decodeText(archive.read(part), null)
    const onShown = (shown: string): void => void rawTexts.push({ text: shown, page })
    if (!addHtml(list, closeEmpty(text), { onlyMainContent: false, origin: { page }, onShown, isPart: true }))
      flat.push(page)
  }
  return {
    kind: 'epub',
    pages: parts.length,
    blocks: list.blocks,
    warnings: flat.length > 0 ? [{ ...flattened, pages: flat }] : [],
    rawTexts,
    readings: parts.map((_, index) => ({ page: index + 1, engine: 'sextant', origin: 'text' })),
  }
}

/** XHTML may self-close any element; parsed as HTML, a self-closed title would contain the whole chapter. */
function closeEmpty(html: string): string {
  return html.replaceAll(
    /<(title|script|style|a|div|span|p|td|th|li|em|i|b|strong|h[1-6])\b([^<>]*)\/>/gi,
    '<$1$2></$1>',
  )
}
