import { destination, pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { ApiError } from '#lib/errors.ts'
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

/** Logs a failure that no code of the API describes; the client gets only the ID of its request. */
export function logUnexpected(
  log: Log,
  request: { readonly id: string; readonly route: string },
  { error, thrown }: { readonly error: ApiError; readonly thrown: unknown },
): void {
  if (error.code !== 'internal_error') return
  log.error({ requestId: request.id, route: request.route, err: thrown }, 'unexpected failure')
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

const outageMs = 60_000

/** Logs failures of the database in one line without a stack, and at most once a minute: each request may fail. */
export function createOutageLog(
  log: Pick<Log, 'warn'>,
  text: string,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  let loggedAt = -Infinity
  let more = 0
  return error => {
    more++
    if (now() - loggedAt < outageMs) return
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ reason, failures: more }, `${text}: ${reason}`)
    loggedAt = now()
    more = 0
  }
}
