import { type FetchPdf, pdfBytesMax } from '#lib/capabilities/documents/fetch-pdf.ts'
import type { ReadPdf } from '#lib/capabilities/documents/read-pdf.ts'
import { ApiError } from '#lib/errors.ts'
import { Semaphore } from '#lib/semaphore.ts'

// One small request must not cause thousands of others, or hours of work.
const filesMax = 20
/** As many as Anthropic accepts. */
const pagesMax = 600
// Far fewer than may wait for the workers that read all documents, so that uploads are never kept out.
const readingMax = 2
const waitingMax = 32
const retryAfterMs = 5_000

/** How PDF files are read, and fetched by URL. */
export interface PdfReader {
  readonly readPdf: ReadPdf
  readonly fetchPdf: FetchPdf
  /** Shared by all requests: counting tokens is not limited in parallel. */
  readonly reading: Pick<Semaphore, 'run'>
}

/** For all prompts of a gateway. */
export function createReadingLimit(): Semaphore {
  const message = 'Too many requests with PDF files are waiting to be read. Try again in a moment.'
  const full = () => new ApiError('rate_limit_exceeded', message, { retryAfterMs })
  return new Semaphore({ atOnce: readingMax, queue: { max: waitingMax, full } })
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
  /** By URL or base64: each file is read once, however often the conversation has it. */
  readonly #known = new Map<string, string>()
  #pages = 0

  constructor(reader: PdfReader, signal: AbortSignal) {
    this.#reader = reader
    this.#signal = signal
  }

  /**
   * Of a file as base64.
   * @throws ApiError with its path for a file that is too large or cannot be read, or for too many files or pages
   */
  async ofData(data: string, param: string): Promise<string> {
    return await this.#textOf(data, param, () => Promise.resolve(() => decode(data, param)))
  }

  /** Of a file that is fetched. @throws ApiError as `ofData` does */
  async ofUrl(url: string, param: string): Promise<string> {
    return await this.#textOf(url, param, async () => {
      const bytes = await this.#reader.fetchPdf(url, { signal: this.#signal, param })
      return () => bytes
    })
  }

  /** @param load what takes long, before the file waits; its result is called when the file is read */
  async #textOf(key: string, param: string, load: () => Promise<() => Uint8Array>): Promise<string> {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    if (this.#known.size === filesMax) {
      const message = `At most ${filesMax} PDF files per request are read for this model. Send the text of the others.`
      throw new ApiError('invalid_value', message, { param })
    }
    const { readPdf, reading } = this.#reader
    const call = { signal: this.#signal, param }
    const bytesOf = await load()
    const { text, pages } = await reading.run(async () => readPdf(bytesOf(), call), this.#signal)
    this.#pages += pages
    if (this.#pages > pagesMax) {
      const message = `The PDF files of this request have over ${pagesMax} pages, the limit for this model. Send fewer pages, or their text.`
      throw new ApiError('invalid_value', message, { param })
    }
    this.#known.set(key, text)
    return text
  }
}

function decode(data: string, param: string): Uint8Array {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length <= pdfBytesMax) return bytes
  const size = (bytes.length / 1024 / 1024).toFixed(1)
  const message = `The PDF has ${size} MiB; the limit is ${pdfBytesMax / 1024 / 1024} MiB. Send fewer pages, or their text.`
  throw new ApiError('invalid_value', message, { param })
}
