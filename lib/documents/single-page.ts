import type { Block, DocumentKind, ParsedDocument } from './blocks.ts'

/** A document in a format without pages. */
export function singlePage(
  kind: DocumentKind,
  blocks: readonly Block[],
  about: Partial<ParsedDocument> = {},
  engine = 'sextant',
): ParsedDocument {
  return {
    kind,
    pages: 1,
    blocks,
    warnings: [],
    readings: [{ page: 1, engine, origin: 'text' }],
    ...about,
  }
}
