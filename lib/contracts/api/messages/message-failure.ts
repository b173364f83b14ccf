import { z } from 'zod'
import type { ErrorFormat, PrintedError } from '#lib/contracts/core/contract.ts'

const messageErrorTypes = [
  'invalid_request_error',
  'authentication_error',
  'billing_error',
  'permission_error',
  'not_found_error',
  'request_too_large',
  'rate_limit_error',
  'timeout_error',
  'overloaded_error',
  'api_error',
] as const

type MessageErrorType = (typeof messageErrorTypes)[number]

const messageErrorSchema = z
  .object({
    type: z.literal('error'),
    error: z.object({
      type: z.enum(messageErrorTypes),
      message: z.string(),
      details: z.object({
        error_code: z.string().describe('The code of the error, the same in every API format.'),
        param: z.string().nullable().describe('Dotted path of the invalid field.'),
      }),
    }),
    request_id: z.string().nullable(),
  })
  .meta({ id: 'MessageError' })

/** Error format of the Messages API. */
export const messageFailure: ErrorFormat = {
  schema: messageErrorSchema,
  print: (error, requestId = null) => ({
    type: 'error',
    error: {
      type: toType(error),
      message: error.code === 'context_length_exceeded' ? toPromptTooLong(error.message) : error.message,
      details: { error_code: error.code, param: error.param },
    },
    request_id: requestId,
  }),
}

const typeByStatus: Readonly<Record<number, MessageErrorType>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  502: 'api_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  507: 'api_error',
}

function toType({ status, code }: PrintedError): MessageErrorType {
  if (code === 'insufficient_quota') return 'billing_error'
  return typeByStatus[status] ?? 'invalid_request_error'
}

const tooLong = 'prompt is too long'
const figures = /maximum context length is ([\d,]+) tokens.*? (?:about|is) ([\d,]+)/

// Claude Code recognizes the error by these words and then compacts the conversation.
function toPromptTooLong(message: string): string {
  if (message.toLowerCase().startsWith(tooLong)) return message
  const [, window, tokens] = figures.exec(message) ?? []
  if (window === undefined || tokens === undefined) return `${tooLong}: ${message}`
  return `${tooLong}: ${tokens.replaceAll(',', '')} tokens > ${window.replaceAll(',', '')} maximum. ${message}`
}
