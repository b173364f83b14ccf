import { formatCount } from '#lib/client/format.ts'
import { isRecord } from '#lib/read-json.ts'
import { documentText, readNames, readRankFields, type RerankDocument } from './document-text.ts'

/** An error in one item of the list. */
export interface DocumentProblem {
  /** Index in the list, from 0. */
  readonly index: number
  /** The error, without the index. */
  readonly reason: string
}

// Copied from the contract, whose module would bring the validator into the page.
const documentsMax = 1000

/** The documents of a body, whatever their validity. */
export function readDocuments(body: Readonly<Record<string, unknown>>): readonly RerankDocument[] {
  return Array.isArray(body['documents']) ? body['documents'] : []
}

/** The text to rank of each document. */
export function readTexts(body: Readonly<Record<string, unknown>>): readonly string[] {
  const fields = readRankFields(body)
  return readDocuments(body).map(document => documentText(document, fields))
}

/** Validates each item of a list: every item that the API would reject is reported, not only the first. */
export function checkDocuments(
  documents: readonly RerankDocument[],
  rankFields: readonly string[],
): readonly DocumentProblem[] {
  return documents.flatMap((document, index) => {
    const reason = readReason(document, rankFields)
    return reason === null ? [] : [{ index, reason }]
  })
}

function readReason(document: RerankDocument, rankFields: readonly string[]): string | null {
  if (typeof document === 'string') return document === '' ? 'is empty' : null
  if (!isRecord(document)) return `is ${nameOf(document)}; expected a text, or an object with one`
  const { text } = document
  if (text !== undefined && text !== null && typeof text !== 'string')
    return `has a “text” that is ${nameOf(text)}`
  if (documentText(document, rankFields) !== '') return null
  const names = readNames(rankFields).map(name => `“${name}”`)
  return `has no ${names.join(' or ')}`
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (isRecord(value)) return 'an object'
  return typeof value === 'boolean' ? 'true or false' : `a ${typeof value}`
}

/** `1,001 documents; the limit is 1,000 per request`; null within the limit. */
export function tooManyDocuments(count: number): string | null {
  if (count <= documentsMax) return null
  return `${formatCount(count)} documents; the limit is ${formatCount(documentsMax)} per request.`
}
