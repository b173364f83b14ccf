import type { RerankRequest } from '#lib/contracts/rerank.ts'
import { ApiError } from '#lib/errors.ts'

type RerankDocument = RerankRequest['documents'][number]

/**
 * The text of each document: itself, or what `rank_fields` name (by default `text`), a line each.
 * @throws ApiError for an object without any of them
 */
export function documentTexts({ documents, rank_fields }: RerankRequest): string[] {
  // A field that is named twice is read once: a text never grows beyond what was sent.
  const fields = [...new Set(rank_fields ?? ['text'])]
  return documents.map((document, at) => {
    if (typeof document === 'string') return document
    const text = fields.flatMap(field => printField(document, field)).join('\n')
    if (text !== '') return text
    if (rank_fields) throw noField(at, rank_fields)
    throw noText(at, document.text)
  })
}

/** A document as the answer repeats it: always with a `text`, which clients read. */
export function repeatDocument(document: RerankDocument, text: string): { text: string } {
  if (typeof document === 'string') return { text }
  return { ...document, text: document.text ?? text }
}

function printField(document: Readonly<Record<string, unknown>>, field: string): string[] {
  const value = Object.hasOwn(document, field) ? document[field] : null
  if (value === null || value === undefined || value === '') return []
  return [typeof value === 'string' ? value : JSON.stringify(value)]
}

function noField(at: number, fields: readonly string[]): ApiError {
  const message = `'documents.${at}' has none of the fields that rank_fields names: ${fields.join(', ')}.`
  return new ApiError('invalid_value', message, { param: `documents.${at}` })
}

function noText(at: number, text: string | null | undefined): ApiError {
  const param = `documents.${at}.text`
  if (text === '') return new ApiError('invalid_value', `'${param}' must not be empty.`, { param })
  const message = `Missing required parameter: '${param}'. Or name the fields to read in rank_fields.`
  return new ApiError('missing_required_parameter', message, { param })
}
