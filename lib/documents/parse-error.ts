import { ApiError, type ErrorCode } from '#lib/errors.ts'

const codeByReason = {
  empty: 'unprocessable_file',
  corrupt: 'unprocessable_file',
  encrypted: 'unprocessable_file',
  archive_limit: 'unprocessable_file',
  too_complex: 'unprocessable_file',
  too_much_text: 'unprocessable_file',
  too_short: 'unprocessable_file',
  memory: 'unprocessable_file',
  crashed: 'unprocessable_file',
  timeout: 'processing_timeout',
  kind: 'unsupported_file_type',
  charset: 'invalid_value',
  ocr: 'ocr_unavailable',
  speech: 'transcription_unavailable',
} as const satisfies Record<string, ErrorCode>

export type ParseReason = keyof typeof codeByReason

/** Rejection of a file. `message` continues a sentence that begins with the file's name, and says what to do. */
export function parseError(reason: ParseReason, message: string, cause?: unknown): ApiError {
  return new ApiError(codeByReason[reason], message, {
    reason,
    ...(cause !== undefined && { cause }),
    ...(reason === 'charset' && { param: 'charset' }),
  })
}

/** True for a rejection code: messages between processes have plain strings. */
export function isParseReason(value: unknown): value is ParseReason {
  return typeof value === 'string' && Object.hasOwn(codeByReason, value)
}

/** An engine failure that affects every engine. */
export function toCorrupt(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return parseError(
    'corrupt',
    'is damaged and cannot be read. Open it in its original application and save it again.',
    error,
  )
}
