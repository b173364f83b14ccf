import { parseError } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import type { PdfDocument } from './pdf-document.ts'

/** @throws ApiError `too_complex` */
export function checkPageCount({ pageCount }: PdfDocument, { limits }: Pick<ParserInput, 'limits'>): void {
  if (pageCount <= limits.pdfPages) return
  const counted = `has ${pageCount} pages; the limit is ${limits.pdfPages}.`
  throw parseError('too_complex', `${counted} Split it into smaller files.`)
}
