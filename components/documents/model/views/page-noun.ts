import type { DocumentBlock } from './read-blocks.ts'

type Noun = readonly [one: string, many: string]

const page: Noun = ['page', 'pages']

/** What the pages of a document are called, by what their text stands on. */
export function pageNoun(blocks: readonly Pick<DocumentBlock, 'slide' | 'sheet'>[]): Noun {
  if (blocks.some(({ slide }) => slide !== null)) return ['slide', 'slides']
  return blocks.some(({ sheet }) => sheet !== null) ? ['sheet', 'sheets'] : page
}
