import type { ReadPdf } from '#lib/capabilities/documents/read-pdf.ts'
import { ApiError } from '#lib/errors.ts'

const sizeBytesMax = 10 * 1024 * 1024

/** A document as a part of the prompt. */
export function documentText(title: string | null | undefined, text: string): string {
  const name = title ? ` title="${title.replaceAll('"', '&quot;')}"` : ''
  return `<document${name}>\n${text}\n</document>`
}

/**
 * The text of a PDF file as base64: chat completions have no documents.
 * @throws ApiError with its path for a file that is too large or cannot be read
 */
export function readPdfData(
  data: string,
  read: ReadPdf,
  call: { readonly signal: AbortSignal; readonly param: string },
): Promise<string> {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length <= sizeBytesMax) return read(bytes, call)
  const size = (bytes.length / 1024 / 1024).toFixed(1)
  const message = `The PDF has ${size} MiB; the limit is 10 MiB. Send fewer pages, or their text.`
  throw new ApiError('invalid_value', message, { param: call.param })
}
