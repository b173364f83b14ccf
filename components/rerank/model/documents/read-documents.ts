import { formatCount } from '#lib/client/format.ts'
import { isObject } from '#lib/client/json-value.ts'
import { documentText, readNames, readRankFields, type RerankDocument } from './document-text.ts'

/** A mistake in one item of the list. */
export interface DocumentProblem {
  /** Position in the list, from 0. */
  readonly index: number
  /** What is wrong, without the position. */
  readonly reason: string
}

// The contract's own number; its module would bring the validator into the page.
const documentsMax = 1000

/** The documents of a body, whatever a person or a link put there. */
export function readDocuments(body: Readonly<Record<string, unknown>>): readonly RerankDocument[] {
  return Array.isArray(body['documents']) ? body['documents'] : []
}

/** What is read of each document. */
export function readTexts(body: Readonly<Record<string, unknown>>): readonly string[] {
  const fields = readRankFields(body)
  return readDocuments(body).map(document => documentText(document, fields))
}

/** Checks each item of a list: every one that the API would refuse is named, not only the first. */
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
  if (!isObject(document)) return `is ${nameOf(document)}; it has to be a text, or an object with one`
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
  if (isObject(value)) return 'an object'
  return typeof value === 'boolean' ? 'true or false' : `a ${typeof value}`
}

/** `1,001 documents; a request takes at most 1,000`; null where there are not too many. */
export function tooManyDocuments(count: number): string | null {
  if (count <= documentsMax) return null
  return `${formatCount(count)} documents; a request takes at most ${formatCount(documentsMax)}.`
}
