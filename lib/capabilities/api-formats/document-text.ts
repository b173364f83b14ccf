import { type FetchPdf, pdfBytesMax } from '#lib/capabilities/documents/fetch-pdf.ts'
import type { ReadPdf } from '#lib/capabilities/documents/read-pdf.ts'
import { ApiError } from '#lib/errors.ts'

// One small request must not cause thousands of others.
const urlsMax = 20

/** How PDF files are read, and fetched by URL. */
export interface PdfReader {
  readonly readPdf: ReadPdf
  readonly fetchPdf: FetchPdf
}

/** A document as a part of the prompt. */
export function documentText(title: string | null | undefined, text: string): string {
  const name = title ? ` title="${title.replaceAll('"', '&quot;')}"` : ''
  return `<document${name}>\n${text}\n</document>`
}

/** The texts of the PDF files of one request: chat completions have no documents. */
export class PdfTexts {
  readonly #reader: PdfReader
  readonly #signal: AbortSignal
  readonly #byUrl = new Map<string, string>()

  constructor(reader: PdfReader, signal: AbortSignal) {
    this.#reader = reader
    this.#signal = signal
  }

  /**
   * Of a file as base64.
   * @throws ApiError with its path for a file that is too large or cannot be read
   */
  async ofData(data: string, param: string): Promise<string> {
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length <= pdfBytesMax) return this.#reader.readPdf(bytes, { signal: this.#signal, param })
    const size = (bytes.length / 1024 / 1024).toFixed(1)
    const message = `The PDF has ${size} MiB; the limit is ${pdfBytesMax / 1024 / 1024} MiB. Send fewer pages, or their text.`
    throw new ApiError('invalid_value', message, { param })
  }

  /** Of a file that is fetched once, however often the conversation names it. @throws ApiError with its path */
  async ofUrl(url: string, param: string): Promise<string> {
    const known = this.#byUrl.get(url)
    if (known !== undefined) return known
    if (this.#byUrl.size === urlsMax) {
      const message = `At most ${urlsMax} PDF files per request are fetched for this model. Send the rest as base64.`
      throw new ApiError('invalid_value', message, { param })
    }
    const call = { signal: this.#signal, param }
    const text = await this.#reader.readPdf(await this.#reader.fetchPdf(url, call), call)
    this.#byUrl.set(url, text)
    return text
  }
}
