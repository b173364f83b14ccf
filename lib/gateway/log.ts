import { destination, pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { redact } from '#lib/redact.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** JSON lines on standard output. Bodies are never logged, and secrets are redacted from the rest. */
export function createLog(
  level: 'debug' | 'info' | 'warn' | 'error',
  name: string,
  // Synchronous: sonic-boom's flush at exit blocks forever if the reader was killed.
  sink: DestinationStream = destination({ dest: 1, sync: true }),
): Log {
  const options: LoggerOptions = {
    level,
    base: { name },
    formatters: { level: label => ({ level: label }) },
    redact: {
      paths: ['authorization', 'apiKey', 'token', '*.authorization', '*.apiKey', '*.token'],
      censor: '[redacted]',
    },
    serializers: { err: describeError },
    hooks: { streamWrite: line => redact(line) },
  }
  return pino(options, sink)
}

interface LoggedError {
  readonly message: string
  readonly stack: string | undefined
  readonly cause: LoggedError | undefined
}

function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, cause: undefined }
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return { message: error.message, stack: error.stack, cause }
}
