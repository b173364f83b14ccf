import busboy from 'busboy'
import { ApiError } from '#lib/errors.ts'
import type { Exchange } from './exchange.ts'

export interface SoundForm {
  readonly fields: ReadonlyMap<string, string>
  readonly file: Buffer
}

/** 16-bit WAV of 17 minutes: the gateway sends less. */
const fileBytesMax = 33 * 1024 * 1024

/** Reads a form whose part `file` is a recording. @throws ApiError `invalid_value`, `request_too_large` */
export async function readSoundForm({ request }: Exchange): Promise<SoundForm> {
  if (!/^multipart\/form-data *;/i.test(request.headers['content-type'] ?? '')) throw invalid()
  const limits = { files: 1, fields: 20, fileSize: fileBytesMax }
  const parser = busboy({ headers: request.headers, limits })
  const fields = new Map<string, string>()
  const parts: Buffer[] = []
  let hasFile = false
  const done = Promise.withResolvers<void>()
  parser.on('field', (name, value) => void fields.set(name, value))
  parser.on('file', (name, stream) => {
    hasFile ||= name === 'file'
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('limit', () =>
      done.reject(new ApiError('request_too_large', 'The recording is larger than 33 MiB.')),
    )
  })
  parser.on('error', error => done.reject(invalid(error)))
  parser.on('close', () => done.resolve())
  request.on('close', () => {
    if (!request.complete) done.reject(new ApiError('client_closed', 'The client left.'))
  })
  request.pipe(parser)
  try {
    await done.promise
  } finally {
    request.unpipe(parser)
    parser.destroy()
  }
  if (!hasFile) throw invalid()
  return { fields, file: Buffer.concat(parts) }
}

function invalid(cause?: unknown): ApiError {
  return new ApiError(
    'invalid_value',
    'Send the recording as `multipart/form-data`, in a part named `file`.',
    {
      param: 'file',
      cause,
    },
  )
}
