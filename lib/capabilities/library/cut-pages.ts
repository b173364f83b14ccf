import { BlockList, tableText } from '#lib/documents/block-list.ts'
import type { Block } from '#lib/documents/blocks.ts'
import { toChunks } from '#lib/documents/chunks/to-chunks.ts'
import { addMarkdown } from '#lib/documents/text/markdown-blocks.ts'
import type { TokenCounter } from '#lib/documents/write/token-counter.ts'
import type { NewChunk, PageText } from './library-store.ts'
import { toLibraryWords } from './library-words.ts'

const chunkTokensMax = 512

/**
 * Splits the Markdown of pages into plain-text passages with their search terms, including those of the title
 * and the headings above.
 */
export function cutPages(title: string, pages: readonly PageText[], counter: TokenCounter): NewChunk[] {
  const list = new BlockList()
  for (const { page, content } of pages) addMarkdown(list, content, { page })
  const blocks = list.blocks.map(toPlain)
  // A passage has one page, which search results link to.
  const rules = { size: chunkTokensMax, overlap: 0, pageBased: true, counter }
  return toChunks(blocks, rules).map(({ content, fromPage, headings }, index) => ({
    place: index,
    fromPage,
    headings,
    content,
    words: toLibraryWords([title, ...headings, content].join('\n')).join(' '),
  }))
}

function toPlain(block: Block): Block {
  const { type, text, markdown, rows } = block
  switch (type) {
    case 'code':
      return block
    case 'heading':
      return { ...block, text: toWordsAlone(markdown ?? text) }
    case 'table':
      return { ...block, text: toWordsAlone(rows === undefined ? text : tableText(rows)) }
    case 'list_item':
    case 'paragraph':
    case 'image':
    case 'field':
    case 'note':
      return { ...block, text: toWordsAlone(text) }
  }
}

/** Removes image and link URLs, emphasis and escapes. No pattern rescans past the next bracket. */
function toWordsAlone(markdown: string): string {
  return markdown
    .replaceAll(/!\[([^[\]\n]{0,2000})(?<!\\)\]\((?:[^()\n]|\([^()\n]*\)){0,2000}\)/g, '$1')
    .replaceAll(/(?<!\\)\[([^[\]\n]{0,2000})(?<!\\)\]\((?:[^()\n]|\([^()\n]*\)){0,2000}\)/g, '$1')
    .replaceAll(/(?<=^|[\s(])(\*{1,3}|_{1,3})(?=\S)([^*_\n]{1,2000}?)(?<=\S)\1(?=$|[\s).,;:!?])/gm, '$2')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1')
}
