import { createWriteStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Files } from '#lib/capabilities/documents/create-files.ts'
import type { UploadedFile } from '#lib/capabilities/documents/uploaded-file.ts'
import { extractionSchema, uploadContract } from '#lib/contracts/api/documents/upload.ts'
import { fileBytesMax } from '#lib/contracts/api/documents/upload-form.ts'
import { type McpToolInput, mcpTools } from '#lib/contracts/api/mcp/mcp-tools.ts'
import type { OnReadStep, ReadStep } from '#lib/documents/options.ts'
import { ApiError } from '#lib/errors.ts'
import type { FetchFile } from '#lib/web/fetch/fetch-file.ts'
import { toLine, writeLongText } from './long-text.ts'
import { type McpTool, requireWeb, textTool, type ToolCall } from './mcp-tool.ts'

export interface ParseDocumentDeps {
  readonly files: Pick<Files, 'upload'>
  readonly fetchFile: FetchFile
  /** Opens a folder for one document, which is removed with it. */
  readonly openFolder: () => Promise<AsyncDisposable & { readonly path: string }>
}

type ParseInput = McpToolInput<'parse_document'>

/** Reads a document as `/upload` does, from a URL or from the call itself. */
export function createParseDocumentTool(deps: ParseDocumentDeps): McpTool {
  return textTool(mcpTools.parse_document, async (input, call) => {
    await using folder = await deps.openFolder()
    const file = await receive(input, join(folder.path, 'document'), call, deps)
    const progress = new ReadingProgress(call)
    progress.received()
    const { content, type, pages, warnings } = await parseNamed(file, input, deps, {
      context: call.context,
      onStep: step => progress.add(step),
    })
    progress.end()
    return writeLongText({
      head: {
        Name: toLine(file.name),
        ...(input.url !== undefined && { URL: input.url }),
        Type: type,
        Pages: pages === null ? '' : String(pages.length),
        Warning: toLine(warnings.map(toWarning).join(' ')),
      },
      text: input.pages === undefined ? content : choosePages(input.pages, pages),
      from: input.from,
      charsMax: input.maxCharacters,
    })
  })
}

async function receive(
  { url, data, name }: ParseInput,
  path: string,
  { context, allowsWeb }: ToolCall,
  { fetchFile }: ParseDocumentDeps,
): Promise<UploadedFile> {
  if (url !== undefined && data !== undefined) {
    throw new ApiError('invalid_value', "Send either 'url' or 'data', not both.", { param: 'data' })
  }
  if (data !== undefined) return await decode(data, name, path)
  if (url === undefined) {
    const message = "Missing required parameter: 'url'. Send `url`, or `data` with `name`."
    throw new ApiError('missing_required_parameter', message, { param: 'url' })
  }
  requireWeb(allowsWeb)
  const { signal } = context
  const fetched = await fetchFile(url, { signal, bytesMax: fileBytesMax, param: 'url' })
  await pipeline(fetched.body, createWriteStream(path, { mode: 0o600 }))
  return { path, name: name ?? fetched.name, sizeBytes: (await stat(path)).size }
}

// No two repetitions match the same character, so that a text that is none is refused in linear time.
const base64 = /^[A-Za-z0-9+/\s]+(?:=[=\s]*)?$/

async function decode(data: string, name: string | undefined, path: string): Promise<UploadedFile> {
  if (name === undefined) {
    const message = "Missing required parameter: 'name'. Send the file name of `data`, with its extension."
    throw new ApiError('missing_required_parameter', message, { param: 'name' })
  }
  const text = data.replace(/^data:[^,]{0,200};base64,/, '')
  if (!base64.test(text)) {
    throw new ApiError('invalid_value', "'data' is not Base64. Encode the bytes of the file.", {
      param: 'data',
    })
  }
  const bytes = Buffer.from(text, 'base64')
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, name, sizeBytes: bytes.length }
}

// Parsing more blocks other requests.
const answerBytesMax = 32 * 1024 * 1024

interface Reading {
  readonly context: ToolCall['context']
  readonly onStep: OnReadStep
}

/** Names the file in errors as the tool does. */
async function parseNamed(
  file: UploadedFile,
  input: ParseInput,
  deps: ParseDocumentDeps,
  reading: Reading,
): Promise<ReadDocument> {
  try {
    return await parseFile(file, input, deps, reading)
  } catch (error) {
    if (!(error instanceof ApiError) || !isOfFile(error)) throw error
    const param = input.data === undefined ? 'url' : 'data'
    const { code, message, retryAfterMs, reason } = error
    throw new ApiError(code, message, {
      cause: error,
      param,
      ...(retryAfterMs !== null && { retryAfterMs }),
      ...(reason !== null && { reason }),
    })
  }
}

function isOfFile({ code, param }: ApiError): boolean {
  return param === uploadField || (param === null && fileCodes.has(code))
}

const fileCodes: ReadonlySet<string> = new Set(['unprocessable_file', 'unsupported_file_type'])
/** The field of the file in `/upload`. */
const uploadField = 'file'

interface ReadDocument {
  readonly content: string
  readonly type: string
  /** Null: a text without pages. */
  readonly pages: readonly { readonly page: number; readonly content: string }[] | null
  readonly warnings: readonly Warning[]
}

interface Warning {
  readonly code: string
  readonly message: string
  readonly pages?: readonly number[] | undefined
}

async function parseFile(
  file: UploadedFile,
  { ocr, language }: ParseInput,
  { files }: ParseDocumentDeps,
  { context, onStep }: Reading,
): Promise<ReadDocument> {
  const form = uploadContract.input.parse({
    extract_mode: 'markdown',
    page_based: 'true',
    enable_ocr: String(ocr === true),
    language,
    file: new File([], file.name),
  })
  const answer = await files.upload(form, file, context, onStep)
  if (answer.kind !== 'file') throw new Error(`an upload answered with ${answer.kind}`)
  if (answer.sizeBytes > answerBytesMax) {
    const message = `The text of \`${file.name}\` is over 32 MiB. Split the document, or send it to POST /upload.`
    throw new ApiError('file_too_large', message, { param: uploadField })
  }
  const body: unknown = JSON.parse(await readFile(answer.path, 'utf8'))
  const { content, type, pages = null, warnings = [] } = extractionSchema.parse(body)
  return { content, type, pages, warnings }
}

const listedPagesMax = 20

/** Names fields as the tool does. */
function toWarning({ code, message, pages = [] }: Warning): string {
  const said =
    code === 'ocr_needed'
      ? 'Some pages have no readable text. Call again with `ocr` true to recognize it.'
      : message
  if (pages.length === 0) return said
  const more = pages.length > listedPagesMax ? ` and ${pages.length - listedPagesMax} more` : ''
  return `${said} Pages: ${pages.slice(0, listedPagesMax).join(', ')}${more}.`
}

/** Progress of a document: receiving it is the first step, writing its text the last one. */
class ReadingProgress {
  readonly #call: ToolCall
  #done = 0
  #pages = 0

  constructor(call: ToolCall) {
    this.#call = call
  }

  received(): void {
    this.#report(1, null, 'document received')
  }

  add(step: ReadStep): void {
    switch (step.kind) {
      case 'page': {
        const { done, total } = step
        this.#pages = total
        return this.#report(1 + done, total + 2, `page ${done} of ${total} read`)
      }
      case 'ocr_page': {
        const { done, total } = step
        const message = `text of scanned page ${done} of ${total} recognized`
        return this.#report(1 + this.#pages + done, this.#pages + total + 2, message)
      }
      case 'sound':
        return this.#report(this.#done + 1, null, `${Math.round(step.seconds)} s of speech transcribed`)
    }
  }

  end(): void {
    this.#report(this.#done + 1, this.#done + 1, 'document read')
  }

  #report(done: number, total: number | null, message: string): void {
    this.#done = Math.max(this.#done, done)
    this.#call.report({ done, total, message })
  }
}

/** @throws ApiError `invalid_value` for pages that the document does not have */
function choosePages(asked: string, pages: ReadDocument['pages']): string {
  const reversed = readRanges(asked).find(([first, last]) => first > last)
  if (reversed !== undefined) {
    const [first, last] = reversed
    const message = `'pages' has the range ${first}-${last}, which ends before it begins. Send ${last}-${first}.`
    throw new ApiError('invalid_value', message, { param: 'pages' })
  }
  const chosen = (pages ?? []).filter(({ page }) =>
    readRanges(asked).some(([first, last]) => page >= first && page <= last),
  )
  if (chosen.length > 0) return chosen.map(({ content }) => content).join('\n\n')
  const count = pages?.length ?? 0
  const has = count === 0 ? 'no pages' : count === 1 ? '1 page' : `${count} pages`
  const message = `The document has ${has}; 'pages' is ${asked}. Omit it or choose others.`
  throw new ApiError('invalid_value', message, { param: 'pages' })
}

function readRanges(asked: string): [number, number][] {
  return asked.split(',').map(range => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return [first, last]
  })
}
