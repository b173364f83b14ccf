import { BlockList } from '#lib/documents/block-list.ts'
import type { ParsedDocument, ParseWarning, RawText } from '#lib/documents/blocks.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { singlePage } from '#lib/documents/single-page.ts'
import { addHtml } from './add-html.ts'
import { readText } from './read-text.ts'

/** A web page: its whole body, or its main content when headers and footers are removed. */
export async function parseHtml(input: ParserInput): Promise<ParsedDocument> {
  const { text, about } = readText(input)
  const list = new BlockList()
  const rawTexts: RawText[] = []
  const structured = addHtml(list, text, {
    onlyMainContent: input.options.removeHeaders,
    onShown: shown => void rawTexts.push({ text: shown }),
  })
  const warnings = [...about.warnings, ...(structured ? [] : [flattened])]
  return singlePage('html', list.blocks, { ...about, warnings, rawTexts })
}

/** Warning for a page whose tree is too large. */
export const flattened: ParseWarning = {
  code: 'structure_dropped',
  message: 'The page is too deep or too large for headings and tables; its text is complete.',
}
