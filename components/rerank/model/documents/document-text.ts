import { isRecord } from '#lib/read-json.ts'

/** A document as the API accepts it: a text, or an object with one. */
export type RerankDocument = unknown

/**
 * The text of a document for a reranker.
 * @param rankFields names of the fields to read, joined by a newline; empty: `text`
 * @returns empty when the document is neither a text nor an object with one
 */
export function documentText(document: RerankDocument, rankFields: readonly string[] = []): string {
  if (typeof document === 'string') return document
  if (!isRecord(document)) return ''
  return readNames(rankFields)
    .map(name => (Object.hasOwn(document, name) ? document[name] : null))
    .filter(value => value !== undefined && value !== null && value !== '')
    .map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('\n')
}

/** The fields to read of an object, each once. */
export function readNames(rankFields: readonly string[]): readonly string[] {
  return rankFields.length === 0 ? ['text'] : [...new Set(rankFields)]
}

/** The document with another text; an object keeps its other fields. */
export function withText(document: RerankDocument, text: string): RerankDocument {
  return isRecord(document) ? { ...document, text } : text
}

/** Whether the text of a document is editable as one: not with several fields. */
export function isTextEditable(document: RerankDocument, rankFields: readonly string[]): boolean {
  if (typeof document === 'string') return true
  return isRecord(document) && rankFields.length === 0 && typeof (document['text'] ?? '') === 'string'
}

/** The fields that a body names for reading; empty without any. */
export function readRankFields(body: Readonly<Record<string, unknown>>): readonly string[] {
  const fields = body['rank_fields']
  return Array.isArray(fields) ? fields.filter(field => typeof field === 'string') : []
}
