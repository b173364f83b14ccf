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
const fetchingMax = 8
const waitingMax = 32
// One key must not keep all others out.
const waitingMaxPerKey = 4
const retryAfterMs = 5_000

/** How PDF files are read, and fetched by URL. */
export interface PdfReader {
  readonly readPdf: ReadPdf
  readonly fetchPdf: FetchPdf
  /** Shared by all requests, as is `fetching`: counting tokens is not limited in parallel. */
  readonly reading: Pick<Semaphore, 'run'>
  readonly fetching: Pick<Semaphore, 'run'>
}

/** The request whose PDF files are read. */
export interface PdfCall {
  readonly signal: AbortSignal
  readonly keyId: string
}

/** For all prompts of a gateway. */
export function createPdfLimits(): Pick<PdfReader, 'reading' | 'fetching'> {
  const message = `Too many PDF files are waiting to be read: at most ${waitingMaxPerKey} per API key and ${waitingMax} in all. Try again in a moment.`
  const full = () => new ApiError('rate_limit_exceeded', message, { retryAfterMs })
  const queue = { max: waitingMax, maxEach: waitingMaxPerKey, full }
  return {
    reading: new Semaphore({ atOnce: readingMax, queue }),
    fetching: new Semaphore({ atOnce: fetchingMax, queue }),
  }
}

/** A document as a part of the prompt. */
export function documentText(title: string | null | undefined, text: string): string {
  const name = title ? ` title="${title.replaceAll('"', '&quot;')}"` : ''
  return `<document${name}>\n${text}\n</document>`
}

/** The texts of the PDF files of one request: chat completions have no documents. */
export class PdfTexts {
  readonly #reader: PdfReader
  readonly #call: PdfCall
  /** By URL or base64: each file is read once, however often the conversation has it. */
  readonly #known = new Map<string, string>()
  #pages = 0

  constructor(reader: PdfReader, call: PdfCall) {
    this.#reader = reader
    this.#call = call
  }

  /**
   * Of a file as base64.
   * @param name as errors name the file
   * @throws ApiError with its path for a file that is too large or cannot be read, or for too many files or pages
   */
  async ofData(data: string, param: string, name?: string | null): Promise<string> {
    return await this.#textOf(data, param, name, () => Promise.resolve(() => decode(data, param)))
  }

  /** Of a file that is fetched. @throws ApiError as `ofData` does */
  async ofUrl(url: string, param: string, name?: string | null): Promise<string> {
    return await this.#textOf(url, param, name, async () => {
      const { fetchPdf, fetching } = this.#reader
      const { signal, keyId } = this.#call
      const bytes = await fetching.run(() => fetchPdf(url, { signal, param }), signal, keyId)
      return () => bytes
    })
  }

  /** @param load what takes long, before the file waits; its result is called when the file is read */
  async #textOf(
    key: string,
    param: string,
    name: string | null | undefined,
    load: () => Promise<() => Uint8Array>,
  ): Promise<string> {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    if (this.#known.size === filesMax) {
      const message = `At most ${filesMax} PDF files per request are read for this model. Send the text of the others.`
      throw new ApiError('invalid_value', message, { param })
    }
    const { readPdf, reading } = this.#reader
    const { signal, keyId } = this.#call
    const bytesOf = await load()
    const { text, pages } = await reading.run(
      async () => readPdf(bytesOf(), { signal, param, name: name ?? undefined }),
      signal,
      keyId,
    )
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
