import {
  documentText,
  type PdfCall,
  type PdfReader,
  PdfTexts,
} from '#lib/capabilities/api-formats/document-text.ts'
import {
  isMessage,
  isTypedItem,
  type ResponseContent,
  type ResponseInputItem,
  type ResponsePart,
} from '#lib/contracts/api/responses/response-items.ts'
import type { ResponsesRequest } from '#lib/contracts/api/responses/responses.ts'

/**
 * The request with the text of its PDF files: chat completions have no documents.
 * @throws ApiError with the path of a file that cannot be read
 */
export async function readFiles(
  request: ResponsesRequest,
  reader: PdfReader,
  call: PdfCall,
): Promise<ResponsesRequest> {
  const { input } = request
  if (typeof input === 'string' || !input) return request
  const texts = new PdfTexts(reader, call)
  const items: ResponseInputItem[] = []
  for (const [index, item] of input.entries()) items.push(await readItem(item, `input.${index}`))
  return { ...request, input: items }

  async function readItem(item: ResponseInputItem, param: string): Promise<ResponseInputItem> {
    if (isMessage(item)) return { ...item, content: await readContent(item.content, `${param}.content`) }
    if (!isTypedItem(item)) return item
    if (item.type !== 'function_call_output' && item.type !== 'custom_tool_call_output') return item
    return { ...item, output: await readContent(item.output, `${param}.output`) }
  }

  async function readContent(content: ResponseContent, param: string): Promise<ResponseContent> {
    if (typeof content === 'string') return content
    const parts: ResponsePart[] = []
    for (const [index, part] of content.entries()) {
      const text = part.type === 'input_file' ? await readFile(part, `${param}.${index}`) : null
      parts.push(text === null ? part : { type: 'input_text', text })
    }
    return parts
  }

  /** @returns null: it is no PDF file */
  async function readFile(part: FilePart, param: string): Promise<string | null> {
    const { file_url: url, filename } = part
    const data = pdfOf(part)
    if (data !== null) return documentText(filename, await texts.ofData(data, `${param}.file_data`, filename))
    if (!url || part.file_data) return null
    return documentText(filename, await texts.ofUrl(url, `${param}.file_url`, filename))
  }
}

type FilePart = Extract<ResponsePart, { type: 'input_file' }>

const pdfUrl = /^data:application\/pdf[^,]*,/i
// Base64 of `%PDF-`.
const pdfStart = 'JVBERi0'

/** The base64 of a PDF file; null: it is another file. */
function pdfOf({ file_data: data, filename }: FilePart): string | null {
  if (!data) return null
  const [head] = pdfUrl.exec(data) ?? []
  if (head !== undefined) return data.slice(head.length)
  if (/^data:/i.test(data)) return null
  return data.startsWith(pdfStart) || /\.pdf$/i.test(filename ?? '') ? data : null
}
