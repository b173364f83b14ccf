import type { IncomingMessage, ServerResponse } from 'node:http'
import { open } from 'node:fs/promises'
import type { FileHandler } from '#lib/capabilities/documents/create-files.ts'
import type { FileAnswer, UploadedFile } from '#lib/capabilities/documents/uploaded-file.ts'
import type { Contract } from '#lib/contracts/core/contract.ts'
import { ApiError } from '#lib/errors.ts'
import { type Capture, keptBytesMax } from '#lib/gateway/request-log/capture.ts'
import { answerRequest, type RouteHandler } from '#lib/gateway/http/endpoint.ts'
import { GatewayContext } from '#lib/gateway/context/request-context.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { checkInput } from '#lib/gateway/http/request-body.ts'
import { sendJsonText, sendText } from '#lib/gateway/http/send.ts'
import type { UploadFolders } from './upload-folders.ts'
import type { UploadSlots } from './upload-slots.ts'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { unreadMsMax } from '#lib/gateway/http/unread-answer.ts'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import type { Busboy } from 'busboy'
import { toStorageError } from './storage-error.ts'

/** Shared by every endpoint that accepts a file. */
export interface FileEndpoints {
  readonly gateway: Gateway
  readonly folders: UploadFolders
  readonly slots: UploadSlots
  readonly limits: FormLimits
}

/** Admits a request or throws; the returned value is released at its end. */
export type Admit = (context: GatewayContext, incoming: IncomingMessage) => Promise<Disposable | null>

/**
 * Binds a contract whose body is a form with a file. Key and limits are checked first, the form once it is
 * complete. Nothing is sent before the work has ended, so an error never follows a 200.
 */
export function fileEndpoint<C extends Contract>(
  { gateway, folders, slots, limits }: FileEndpoints,
  contract: C,
  admit: Admit,
  handler: FileHandler<C>,
): RouteHandler {
  return async (incoming, outgoing) => {
    const context = new GatewayContext(gateway, contract.id, outgoing)
    await answerRequest(
      { gateway, context, incoming, outgoing, failure: () => contract.failure },
      async () => {
        using admission = new DisposableStack()
        admission.use(await admit(context, incoming))
        await using folder = await folders.open()
        const form = await receive(incoming, folder.path, context)
        context.capture?.request(toLoggedForm(form))
        const file = form.file ?? noFile()
        // The schema sees that there is a file; its bytes stay on disk.
        const input = checkInput(contract, { ...form.fields, file: new File([], file.name) })
        const answer = await handler(input, file, context)
        if (context.journaled !== null) await context.journaled
        context.trace.first()
        await context.settleBudget()
        const headers = context.headers()
        // The client can send the next file while this one is still being removed.
        admission.dispose()
        context.limits.release()
        await send(outgoing, answer, headers, context.capture)
      },
    )
  }

  async function receive(incoming: IncomingMessage, folder: string, context: GatewayContext) {
    using _place = slots.enter(context.caller)
    return await readForm(incoming, folder, limits, context.signal)
  }

  async function send(
    outgoing: ServerResponse,
    answer: FileAnswer,
    headers: string[],
    capture: Capture | null,
  ): Promise<void> {
    switch (answer.kind) {
      case 'json': {
        const text = JSON.stringify(answer.body)
        capture?.answer([Buffer.from(text)])
        return sendJsonText(outgoing, 200, text, headers)
      }
      case 'text':
        capture?.answer([Buffer.from(answer.text)])
        return sendText(outgoing, answer.text, answer.type, headers)
      case 'file':
        if (capture !== null) capture.answer([await readStart(answer.path, keptBytesMax)], answer.sizeBytes)
        return await sendFile(outgoing, answer, headers, gateway.timers.keepAliveMs)
    }
  }
}

/** Neither the file nor its password is logged. */
function toLoggedForm({ fields, file }: Form): Buffer {
  const { password: _, ...rest } = fields
  const about = file === null ? null : { name: file.name, size: file.sizeBytes }
  return Buffer.from(JSON.stringify({ ...rest, file: about }))
}

async function readStart(path: string, bytesMax: number): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0)
  return buffer.subarray(0, bytesRead)
}

function noFile(): never {
  const message =
    'Missing required parameter: file. Send the document as a form part named `file` with a file name.'
  throw new ApiError('missing_required_parameter', message, { param: 'file' })
}

/** Sends a JSON body from disk; a client that does not read it is disconnected. */
async function sendFile(
  outgoing: ServerResponse,
  file: { readonly path: string; readonly sizeBytes: number },
  headers: readonly string[],
  keepAliveMs: number,
): Promise<void> {
  outgoing.writeHead(200, [
    ...headers,
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(file.sizeBytes),
  ])
  outgoing.setTimeout(unreadMsMax(keepAliveMs), () => void outgoing.destroy())
  await pipeline(createReadStream(file.path), outgoing)
  outgoing.setTimeout(0)
}

export interface FormLimits {
  readonly fileBytesMax: number
  /** Idle timeout. */
  readonly idleMs: number
  readonly totalMs: number
}

export interface Form {
  /** The last value of each name; all values of names that end with `[]`. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  /** Null: the form has no file in the part `file`. */
  readonly file: UploadedFile | null
}

// Allowance for boundaries, part headers and the other fields.
const besideBytesMax = 1024 * 1024
const partsMax = 100
const fieldBytesMax = 64 * 1024

/**
 * Reads a form; its file is streamed to disk, and fields may follow it.
 * @param folder for the file; nothing is written to it once the promise has settled
 * @throws ApiError `unsupported_media_type`, `file_too_large`, `invalid_value` for a form that is truncated,
 * has two files or too many parts, `storage_full`, `client_closed`
 */
export async function readForm(
  incoming: IncomingMessage,
  folder: string,
  limits: FormLimits,
  signal: AbortSignal,
): Promise<Form> {
  signal.throwIfAborted()
  const { fileBytesMax, idleMs, totalMs } = limits
  const bodyBytesMax = fileBytesMax + besideBytesMax
  if (Number(incoming.headers['content-length'] ?? 0) > bodyBytesMax) throw tooLarge(fileBytesMax)
  const parser = createParser(incoming)
  const fields = new Map<string, string | string[]>()
  const done = Promise.withResolvers<void>()
  let writing: Promise<UploadedFile> | null = null
  let sizeBytes = 0

  parser.on('field', (name, value, { valueTruncated, nameTruncated }) => {
    if (valueTruncated || nameTruncated) return fail(invalid(`The field \`${name}\` is too long.`, name))
    if (!name.endsWith('[]')) return void fields.set(name, value)
    const list = fields.get(name)
    fields.set(name, Array.isArray(list) ? [...list, value] : [value])
  })
  parser.on('file', (name, stream, { filename }) => {
    if (name !== 'file') return void stream.resume()
    if (writing !== null) return fail(invalid('The form has two files. Send one at a time.', 'file'))
    writing = writeFile(stream, join(folder, 'upload'), toFileName(filename), fileBytesMax)
    writing.catch(fail)
  })
  for (const event of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
    parser.on(event, () => fail(invalid(`The form has more than ${partsMax} parts.`)))
  }
  parser.on('error', error => fail(invalid(`Invalid form: ${describe(error)}.`)))
  parser.on('close', () => done.resolve())

  const idle = setTimeout(() => fail(invalid('The upload timed out.')), idleMs)
  const total = setTimeout(() => fail(invalid(`The upload took longer than ${totalMs / 1000} s.`)), totalMs)
  const onData = (part: Buffer): void => {
    idle.refresh()
    sizeBytes += part.length
    if (sizeBytes > bodyBytesMax) fail(tooLarge(fileBytesMax))
  }
  const onClose = (): void => {
    if (!incoming.complete)
      fail(new ApiError('client_closed', 'The client disconnected before the upload was complete.'))
  }
  const onAbort = (): void => fail(signal.reason)
  signal.addEventListener('abort', onAbort)
  incoming.on('data', onData).on('close', onClose).on('error', onClose)
  incoming.pipe(parser)
  try {
    await done.promise
    return { fields: Object.fromEntries(fields), file: await (writing as Promise<UploadedFile> | null) }
  } finally {
    clearTimeout(idle)
    clearTimeout(total)
    signal.removeEventListener('abort', onAbort)
    incoming.off('data', onData).off('close', onClose).off('error', onClose)
    incoming.unpipe(parser)
    parser.destroy()
    // The folder is about to be removed: no write may be pending.
    await (writing as Promise<UploadedFile> | null)?.catch(() => null)
  }

  function fail(error: unknown): void {
    done.reject(error)
    incoming.unpipe(parser)
    parser.destroy()
  }
}

function createParser({ headers }: IncomingMessage): Busboy {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') throw compressed()
  if (!/^multipart\/form-data *;/i.test(headers['content-type'] ?? '')) throw notForm()
  const limits = { parts: partsMax, fieldSize: fieldBytesMax, fieldNameSize: 100, headerPairs: 100 }
  try {
    return busboy({ headers, limits, defParamCharset: 'utf8' })
  } catch (error) {
    throw notForm(error)
  }
}

async function writeFile(
  stream: Readable,
  path: string,
  name: string,
  bytesMax: number,
): Promise<UploadedFile> {
  let sizeBytes = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const part of stream) {
      const bytes = Buffer.from(part as Uint8Array)
      sizeBytes += bytes.length
      if (sizeBytes > bytesMax) throw tooLarge(bytesMax)
      yield bytes
    }
  }
  try {
    await pipeline(counted, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    throw toStorageError(error)
  }
  return { path, name, sizeBytes }
}

function tooLarge(fileBytesMax: number): ApiError {
  const message = `The file is over ${fileBytesMax / 1024 / 1024} MiB. Compress or split it.`
  return new ApiError('file_too_large', message, { param: 'file' })
}

function compressed(): ApiError {
  const message = 'Forms cannot be compressed. Send the form without `content-encoding`.'
  return new ApiError('unsupported_media_type', message)
}

function notForm(cause?: unknown): ApiError {
  const message = 'Send the file as `multipart/form-data`, in a part named `file`.'
  return new ApiError('unsupported_media_type', message, { cause })
}

function invalid(message: string, param?: string): ApiError {
  return new ApiError('invalid_value', message, param === undefined ? {} : { param })
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : 'it is malformed'
}

const lengthMax = 200

/** The client's file name without folders and control characters; never used as a path. */
export function toFileName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '').trim()
  return clean.length > lengthMax ? shorten(clean) : clean || 'file'
}

// The type is detected by the extension.
function shorten(name: string): string {
  const end = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, lengthMax - end.length).replace(/[\uD800-\uDBFF]$/, '') + end
}
