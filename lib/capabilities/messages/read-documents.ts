import { type FetchPdf, pdfBytesMax } from '#lib/capabilities/documents/fetch-pdf.ts'
import type { ReadPdf } from '#lib/capabilities/documents/read-pdf.ts'
import type { InputBlock, InputMessage, ResultContent } from '#lib/contracts/api/messages/message-blocks.ts'
import type { CountTokensRequest } from '#lib/contracts/api/messages/messages.ts'
import { ApiError } from '#lib/errors.ts'

const pdf = 'application/pdf'
// One small request must not cause thousands of others.
const urlsMax = 20

/** How PDF files are read, and fetched by URL. */
export interface PdfReader {
  readonly readPdf: ReadPdf
  readonly fetchPdf: FetchPdf
}

type ResultBlock = Exclude<ResultContent, string>[number]

/** Whether PDF files have to be read before the request is translated. */
export function hasPdfs({ messages }: CountTokensRequest): boolean {
  return messages.some(({ content }) => typeof content !== 'string' && content.some(isOrHasPdf))
}

/**
 * The request with the text of its PDF files: chat completions have no documents.
 * @throws ApiError with the path of a file that cannot be read
 */
export async function readPdfs(
  input: CountTokensRequest,
  { readPdf, fetchPdf }: PdfReader,
  signal: AbortSignal,
): Promise<CountTokensRequest> {
  const messages: InputMessage[] = []
  const texts = new Map<string, string>()
  for (const [at, message] of input.messages.entries()) {
    const { content } = message
    if (typeof content === 'string') messages.push(message)
    else messages.push({ ...message, content: await readBlocks(content, `messages.${at}.content`) })
  }
  return { ...input, messages }

  async function readBlocks(blocks: readonly InputBlock[], param: string): Promise<InputBlock[]> {
    const done: InputBlock[] = []
    for (const [at, block] of blocks.entries()) {
      const path = `${param}.${at}`
      if (block.type === 'tool_result' && typeof block.content === 'object' && block.content !== null) {
        const content: ResultBlock[] = []
        for (const [index, part] of block.content.entries())
          content.push(await readBlock(part, `${path}.content.${index}`))
        done.push({ ...block, content })
      } else done.push(await readBlock(block, path))
    }
    return done
  }

  async function readBlock<B extends InputBlock | ResultBlock>(block: B, param: string): Promise<B> {
    if (!isPdf(block)) return block
    const { source } = block
    const data =
      source.type === 'url'
        ? await readUrl(source.url, `${param}.source.url`)
        : await readPdf(toBytes(source.data, `${param}.source.data`), {
            signal,
            param: `${param}.source.data`,
          })
    return { ...block, source: { type: 'text', data } }
  }

  /** The text of a file, which is fetched once however often the conversation names it. */
  async function readUrl(url: string, param: string): Promise<string> {
    const known = texts.get(url)
    if (known !== undefined) return known
    if (texts.size === urlsMax) {
      const message = `At most ${urlsMax} PDF files per request are fetched for this model. Send the rest as base64.`
      throw new ApiError('invalid_value', message, { param })
    }
    const text = await readPdf(await fetchPdf(url, { signal, param }), { signal, param })
    texts.set(url, text)
    return text
  }
}

function toBytes(data: string, param: string): Buffer {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length <= pdfBytesMax) return bytes
  const size = (bytes.length / 1024 / 1024).toFixed(1)
  const message = `The PDF has ${size} MiB; the limit is 10 MiB. Send fewer pages, or their text.`
  throw new ApiError('invalid_value', message, { param })
}

function isOrHasPdf(block: InputBlock): boolean {
  if (block.type !== 'tool_result') return isPdf(block)
  return typeof block.content === 'object' && block.content !== null && block.content.some(isPdf)
}

type PdfBlock = Extract<InputBlock, { type: 'document' }> & {
  readonly source:
    | { readonly type: 'base64'; readonly data: string }
    | { readonly type: 'url'; readonly url: string }
}

function isPdf<B extends InputBlock | ResultBlock>(block: B): block is B & PdfBlock {
  if (block.type !== 'document') return false
  const { source } = block
  // Documents by URL are PDF files in this format.
  return source.type === 'url' || (source.type === 'base64' && source.media_type === pdf)
}
