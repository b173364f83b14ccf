import { BlockList } from '#lib/documents/block-list.ts'
import type { ParsedDocument } from '#lib/documents/blocks.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import { singlePage } from '#lib/documents/single-page.ts'
import { addMarkdown } from './markdown-blocks.ts'
import { readText } from './read-text.ts'

const frontMatter = /^---\n[\s\S]*?\n(?:---|\.\.\.)\n/

/** Markdown: unchanged, split at its own structure. Front matter is metadata, not content. */
export async function parseMarkdown(input: ParserInput): Promise<ParsedDocument> {
  const { text, about } = readText(input)
  const list = new BlockList()
  addMarkdown(list, text.replace(frontMatter, ''))
  return singlePage('markdown', list.blocks, about)
}
