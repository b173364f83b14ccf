import type { DocumentBlock } from './read-blocks.ts'

type Noun = readonly [one: string, many: string]

const page: Noun = ['page', 'pages']

/** Name of a document's pages, by its type. */
export function pageNoun(blocks: readonly Pick<DocumentBlock, 'slide' | 'sheet'>[]): Noun {
  if (blocks.some(({ slide }) => slide !== null)) return ['slide', 'slides']
  return blocks.some(({ sheet }) => sheet !== null) ? ['sheet', 'sheets'] : page
}
