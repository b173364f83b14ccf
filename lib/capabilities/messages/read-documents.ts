import { type PdfCall, type PdfReader, PdfTexts } from '#lib/capabilities/api-formats/document-text.ts'
import type { InputBlock, InputMessage, ResultContent } from '#lib/contracts/api/messages/message-blocks.ts'
import type { CountTokensRequest } from '#lib/contracts/api/messages/messages.ts'

const pdf = 'application/pdf'

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
  reader: PdfReader,
  call: PdfCall,
): Promise<CountTokensRequest> {
  const messages: InputMessage[] = []
  const texts = new PdfTexts(reader, call)
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
        ? await texts.ofUrl(source.url, `${param}.source.url`)
        : await texts.ofData(source.data, `${param}.source.data`)
    return { ...block, source: { type: 'text', data } }
  }
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
  return source.type === 'url' || (source.type === 'base64' && source.media_type.toLowerCase() === pdf)
}
