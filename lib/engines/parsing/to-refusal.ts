import { ApiError } from '#lib/errors.ts'
import type { ParseOptions } from './options.ts'
import { parseError } from './parse-error.ts'
import type { Outcome } from './seat.ts'

const nameLength = 100

const messages = {
  timeout: 'took too long to read. Split it into smaller files.',
  memory: 'takes too much memory to read. Split it into smaller files, or save it again in a simpler form.',
  folder: 'unpacks to too much data. Split it into smaller files.',
  crashed: 'makes every program that could read it fail. Open it in its program and save it again.',
} as const

/** What the caller is told of a file that gave no answer: the message names the file, as it was uploaded. */
export function toRefusal(outcome: Exclude<Outcome, { kind: 'done' }>, options: ParseOptions): ApiError {
  switch (outcome.kind) {
    case 'refused': {
      const cause = new Error(outcome.detail)
      if (outcome.failure !== null)
        return new ApiError(outcome.failure.code, outcome.failure.message, { cause })
      if (outcome.reason === null) return new ApiError('internal_error', outcome.message, { cause })
      return parseError(outcome.reason, `${nameOf(options)} ${outcome.message}`, cause)
    }
    case 'crashed':
      return parseError(
        outcome.reason,
        `${nameOf(options)} ${messages[outcome.reason]}`,
        new Error(outcome.detail),
      )
    case 'killed': {
      const reason = outcome.excess === 'folder' ? 'too_complex' : outcome.excess
      return parseError(reason, `${nameOf(options)} ${messages[outcome.excess]}`)
    }
  }
}

function nameOf({ name }: ParseOptions): string {
  const printable = name.replaceAll(/\p{C}/gu, '').trim()
  if (printable === '') return 'The file'
  return printable.length > nameLength ? `${printable.slice(0, nameLength)}…` : printable
}
