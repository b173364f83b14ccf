import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy, { type Busboy } from 'busboy'
import type { UploadedFile } from '#lib/capabilities/uploaded-file.ts'
import { ApiError } from '#lib/errors.ts'
import { toFileName } from './file-name.ts'
import { toStorageError } from './storage-error.ts'

export interface FormLimits {
  readonly fileBytesMax: number
  /** How long nothing may come. */
  readonly idleMs: number
  readonly totalMs: number
}

export interface Form {
  /** The last of each name; of names that end with `[]`, all. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  /** Null: the form has no part `file` that is a file. */
  readonly file: UploadedFile | null
}

// Boundaries, part headers and the other fields.
const besideBytesMax = 1024 * 1024
const partsMax = 100
const fieldBytesMax = 64 * 1024

/**
 * Reads a form; its one file goes to disk as it comes, its fields may come after the file.
 * @param folder for the file; nothing is written into it any more once this has settled
 * @throws ApiError `unsupported_media_type`, `file_too_large`, `invalid_value` for a form that is cut, has two files
 *   or too many parts, `storage_full`, `client_closed`
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
  parser.on('error', error => fail(invalid(`The form cannot be read: ${describe(error)}.`)))
  parser.on('close', () => done.resolve())

  const idle = setTimeout(() => fail(invalid('The upload stopped coming.')), idleMs)
  const total = setTimeout(() => fail(invalid(`The upload took longer than ${totalMs / 1000} s.`)), totalMs)
  const onData = (part: Buffer): void => {
    idle.refresh()
    sizeBytes += part.length
    if (sizeBytes > bodyBytesMax) fail(tooLarge(fileBytesMax))
  }
  const onClose = (): void => {
    if (!incoming.complete)
      fail(new ApiError('client_closed', 'The client left before its upload was complete.'))
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
    // The folder is about to be removed: nobody may still write into it.
    await (writing as Promise<UploadedFile> | null)?.catch(() => null)
  }

  function fail(error: unknown): void {
    done.reject(error)
    incoming.unpipe(parser)
    parser.destroy()
  }
}

function createParser({ headers }: IncomingMessage): Busboy {
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
  const message = `The file is over ${fileBytesMax / 1024 / 1024} MB. Compress or split it.`
  return new ApiError('file_too_large', message, { param: 'file' })
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
