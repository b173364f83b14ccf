import { parseError } from '#lib/documents/parse-error.ts'
import type { ParserInput } from '#lib/documents/parser.ts'
import type { PdfDocument } from './pdf-document.ts'

/** @throws ApiError `corrupt`, `too_complex` */
export function checkPageCount(
  { pageCount }: Pick<PdfDocument, 'pageCount'>,
  { limits }: Pick<ParserInput, 'limits'>,
): void {
  // PDFium finds none if its tree of pages is a loop.
  if (pageCount === 0) {
    throw parseError(
      'corrupt',
      'is damaged: it has no pages. Open it in its original application and save it again.',
    )
  }
  if (pageCount <= limits.pdfPages) return
  const counted = `has ${pageCount} pages; the limit is ${limits.pdfPages}.`
  throw parseError('too_complex', `${counted} Split it into smaller files.`)
}
