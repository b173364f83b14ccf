import { documentText, type RerankDocument } from './document-text.ts'

const encoder = new TextEncoder()

/** UTF-8 bytes of what is read of the documents. */
export function measureDocuments(
  documents: readonly RerankDocument[],
  rankFields: readonly string[],
): number {
  return documents.reduce(
    (sum: number, document) => sum + encoder.encode(documentText(document, rankFields)).length,
    0,
  )
}
