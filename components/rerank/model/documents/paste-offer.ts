import { checkDocuments, type DocumentProblem } from './read-documents.ts'
import type { RerankDocument } from './document-text.ts'
import { readJson } from '#lib/read-json.ts'

/** The alternatives for a text that could be several documents. */
export type PasteOffer =
  | { readonly kind: 'lines'; readonly documents: readonly string[] }
  | {
      readonly kind: 'items'
      readonly documents: readonly RerankDocument[]
      readonly problems: readonly DocumentProblem[]
    }

/**
 * Several documents in one text: the items of a JSON list, or the lines.
 * @returns null when there is only one
 */
export function readPasteOffer(text: string, rankFields: readonly string[]): PasteOffer | null {
  const items = readList(text)
  if (items !== null && items.length > 0) {
    return { kind: 'items', documents: items, problems: checkDocuments(items, rankFields) }
  }
  const lines = splitLines(text)
  return lines.length > 1 ? { kind: 'lines', documents: lines } : null
}

function readList(text: string): readonly unknown[] | null {
  if (!text.trimStart().startsWith('[')) return null
  const value = readJson(text)
  return Array.isArray(value) ? value : null
}

/** The non-empty lines of a text, trimmed. */
export function splitLines(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
}
