/** One line of a child's output for the terminal: `HH:MM:SS level process message (request id)`. */
import { redact } from '#lib/redact.ts'
import { readJsonRecord } from '#lib/read-json.ts'

export interface LogRecord {
  readonly timeMs: number
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly process: string
  readonly message: string
  readonly requestId: string | null
  /** The stack or cause of an error, one entry per line. */
  readonly details: readonly string[]
}

/** Parses a JSON log line; other output (from a library or a runtime crash) becomes a message as it is. */
export function readLogLine(
  process: string,
  text: string,
  level: LogRecord['level'] = 'info',
  nowMs = Date.now(),
): LogRecord {
  const fields = toFields(text)
  if (!fields) return { timeMs: nowMs, level, process, message: text, requestId: null, details: [] }
  return {
    timeMs: toTimeMs(fields['time']) ?? nowMs,
    level: toLevel(fields['level']),
    process,
    message: toText(fields['msg']) ?? toText(fields['message']) ?? '',
    requestId: toText(fields['requestId']) ?? toText(fields['request_id']),
    details: toDetails(fields['err']),
  }
}

/** @param colour ANSI colors, for a terminal */
export function formatLogRecord(record: LogRecord, colour: boolean): string {
  const time = new Date(record.timeMs).toTimeString().slice(0, 8)
  const level = record.level.padEnd(5)
  const painted = colour ? `\u001b[${colours[record.level]}m${level}\u001b[0m` : level
  const suffix = record.requestId ? ` (${record.requestId})` : ''
  const head = `${time} ${painted} ${record.process.padEnd(8)} ${record.message}${suffix}`
  return redact([head, ...record.details.map(line => `         ${line}`)].join('\n'))
}

const colours = { debug: 90, info: 36, warn: 33, error: 31 } as const

/** The line as an object, or null if it is not JSON. */
export function toFields(text: string): Record<string, unknown> | null {
  return text.startsWith('{') ? readJsonRecord(text) : null
}

// pino writes levels as numbers: 10 trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal.
function toLevel(value: unknown): LogRecord['level'] {
  if (value === 'debug' || value === 'info' || value === 'warn' || value === 'error') return value
  if (typeof value !== 'number') return 'info'
  if (value >= 50) return 'error'
  if (value >= 40) return 'warn'
  return value >= 30 ? 'info' : 'debug'
}

function toTimeMs(value: unknown): number | null {
  if (typeof value === 'number') return value
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(parsed) ? null : parsed
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function toDetails(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const stack = 'stack' in error ? toText(error.stack) : null
  const message = 'message' in error ? toText(error.message) : null
  const own = (stack ?? message ?? '').split('\n').filter(line => line.trim() !== '')
  const [because, ...more] = 'cause' in error ? toDetails(error.cause) : []
  return because === undefined ? own : [...own, `because: ${because}`, ...more]
}
