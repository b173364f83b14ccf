import { documentText, type RerankDocument } from './document-text.ts'

const encoder = new TextEncoder()

/** UTF-8 bytes of the documents' text to rank. */
export function measureDocuments(
  documents: readonly RerankDocument[],
  rankFields: readonly string[],
): number {
  return documents.reduce(
    (sum: number, document) => sum + encoder.encode(documentText(document, rankFields)).length,
    0,
  )
}
