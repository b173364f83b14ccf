import type { ParsedDocument } from './blocks.ts'

/** Takes running headers and footers out. */
export function removeRunningLines(document: ParsedDocument): ParsedDocument {
  return { ...document, removed: [] }
}
