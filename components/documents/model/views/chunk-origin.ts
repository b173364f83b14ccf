import type { DocumentChunk } from '#components/documents/model/read-document.ts'

/** Formatted source of a chunk: `page 3`, `slide 2`, `sheet Totals`. */
export function toOrigin({ fromPage, toPage, slide, sheet }: DocumentChunk): string {
  if (sheet !== null) return `sheet ${sheet}`
  if (slide !== null) return `slide ${slide}`
  return fromPage === toPage ? `page ${fromPage}` : `pages ${fromPage}–${toPage}`
}
