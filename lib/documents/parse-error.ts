import { ApiError, type ErrorCode } from '#lib/errors.ts'

const codeByReason = {
  empty: 'unprocessable_file',
  corrupt: 'unprocessable_file',
  encrypted: 'unprocessable_file',
  archive_limit: 'unprocessable_file',
  too_complex: 'unprocessable_file',
  too_much_text: 'unprocessable_file',
  memory: 'unprocessable_file',
  crashed: 'unprocessable_file',
  timeout: 'processing_timeout',
  kind: 'unsupported_file_type',
  charset: 'invalid_value',
  ocr: 'ocr_unavailable',
  speech: 'transcription_unavailable',
} as const satisfies Record<string, ErrorCode>

export type ParseReason = keyof typeof codeByReason

/**
 * A refusal of a file. `message` continues a sentence that begins with the file's name, and says what to do.
 */
export function parseError(reason: ParseReason, message: string, cause?: unknown): ApiError {
  return new ApiError(codeByReason[reason], message, {
    reason,
    ...(cause !== undefined && { cause }),
    ...(reason === 'charset' && { param: 'charset' }),
  })
}

/** True for a word that names a refusal: messages between processes carry plain strings. */
export function isParseReason(value: unknown): value is ParseReason {
  return typeof value === 'string' && Object.hasOwn(codeByReason, value)
}

/** What an engine's own failure means: no other engine could read the file either. */
export function toCorrupt(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return parseError(
    'corrupt',
    'cannot be read: it is damaged. Open it in its program and save it again.',
    error,
  )
}
