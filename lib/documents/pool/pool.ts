import { rename, stat, open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { bodyFile, copyFile, uploadFile, type Programs } from './child-messages.ts'
import { parseLimits, type ParseLimits } from '#lib/documents/limits.ts'
import type { ParseFile, ParseOptions } from '#lib/documents/options.ts'
import type { DocumentKind } from '#lib/documents/blocks.ts'
import { createPoolWorker, type Outcome, type PoolWorkerSettings, type WorkerProcess } from './pool-worker.ts'
import { residentBytes } from './resident-bytes.ts'
import { findSandbox, type IsolationReport, reportIsolation } from './sandbox.ts'
import { createWorkerPool } from './worker-pool.ts'
import { createTools } from './tools.ts'
import { accessSync, constants } from 'node:fs'
import { readSignature } from '#lib/documents/signature.ts'
import { ApiError } from '#lib/errors.ts'
import { parseError } from '#lib/documents/parse-error.ts'

export interface ParsePoolSettings {
  /** Folder of uploads in progress; each worker gets a subfolder. */
  readonly folder: string
  /** Folders that workers may read: tokenizers of the models. */
  readonly readable: readonly string[]
  /** The `PATH` to search for tesseract, ffmpeg and soffice. */
  readonly searchPath: string
  readonly locale?: string
  readonly limits?: Partial<ParseLimits>
  /** Called for possible bugs, even if the caller gets a file error; contains no file content. */
  readonly onFault?: (fault: Error) => void
  readonly watch?: ParseWatch
}

/** Called for each file. */
export interface ParseWatch {
  begun(): void
  /** @param kind null: the file could not be read */
  ended(kind: DocumentKind | null, ms: number): void
}

/** The worker processes together. */
export interface ParserProcesses {
  readonly residentBytes: number
  /** Those that ended before the pool had finished with them. */
  readonly restarts: number
}

export interface ParsePool {
  readonly parseFile: ParseFile
  /** How the parsers are kept off the network on this system. */
  isolation(): Promise<IsolationReport>
  processes(): Promise<ParserProcesses>
  close(): Promise<void>
}

/**
 * Reads files in forked worker processes: warm ones for fast files, one slow one for OCR and audio. No file is
 * parsed in this process, and a file that hangs, crashes or exhausts memory affects only its own worker.
 */
export function createParsePool({
  folder,
  readable,
  searchPath,
  locale = 'C.UTF-8',
  limits: given,
  onFault = () => undefined,
  watch,
}: ParsePoolSettings): ParsePool {
  const limits = { ...parseLimits, ...given }
  const sandbox = findSandbox(searchPath)
  const processes = new WorkerProcesses()
  const createWorker = async (limit: Pick<PoolWorkerSettings, 'rssBytesMax' | 'priority'>) =>
    await createPoolWorker({
      root: folder,
      readable,
      searchPath,
      locale,
      sandbox: await sandbox,
      onProcess: each => processes.add(each),
      ...limit,
    })
  const pools = {
    fast: createWorkerPool(
      Math.max(1, availableParallelism() - 1),
      async () => await createWorker({ rssBytesMax: limits.rssBytes, priority: 10 }),
    ),
    slow: createWorkerPool(
      1,
      async () => await createWorker({ rssBytesMax: limits.slowRssBytes, priority: 15 }),
    ),
  }
  const programs = findPrograms(searchPath)
  const tools = createTools({ searchPath, locale, sandbox })

  return {
    parseFile: watched(watch, async (uploadPath, options, call) => {
      const pool = pools[await choosePool(uploadPath, options)]
      const home = path.dirname(uploadPath)
      const answer = tools(options, call)
      const onStep = call.onStep ?? (() => undefined)
      const written = options.copy ? [bodyFile, copyFile] : [bodyFile]
      let leftMs = limits.wallMs
      const attempt = async (engine: 'first' | 'second', displacements = 0): Promise<Outcome> => {
        const displaced = new AbortController()
        const signal = AbortSignal.any([call.signal, displaced.signal])
        const displace = call.anonymous ? () => displaced.abort(new Error('displaced')) : null
        const worker = await pool.take({ displace, displacements, signal: call.signal })
        const startedAt = performance.now()
        try {
          const job = { options, limits: { ...limits, wallMs: leftMs }, programs, engine }
          const outcome = await worker.run(uploadPath, job, { answer, onStep }, signal)
          if (outcome.kind === 'done')
            for (const file of written) await rename(path.join(worker.folder, file), path.join(home, file))
          else if (outcome.kind === 'crashed') await rename(path.join(worker.folder, uploadFile), uploadPath)
          if (outcome.kind === 'refused' && outcome.fault !== null)
            onFault(withStack('Reading a file threw an unexpected error.', outcome.fault))
          if (outcome.kind === 'crashed') onFault(withStack(`The ${engine} engine for a file crashed.`, ''))
          leftMs -= performance.now() - startedAt
          return outcome
        } catch (error) {
          if (error !== displaced.signal.reason || call.signal.aborted) throw error
          await rename(path.join(worker.folder, uploadFile), uploadPath)
        } finally {
          // Only the next file waits for the cleanup.
          void pool.giveBack(worker)
        }
        // From the start, with the whole time limit: the file is not to blame.
        return await attempt(engine, displacements + 1)
      }
      let outcome = await attempt('first')
      if (outcome.kind === 'crashed' && outcome.reason === 'crashed') outcome = await attempt('second')
      if (outcome.kind !== 'done') throw toRefusal(outcome, options)
      const bodyPath = path.join(home, bodyFile)
      const { kind, pages, ocrPages, audioSeconds, tokens, chunks } = outcome.done
      const { size: bodyBytes } = await stat(bodyPath)
      const copyPath = options.copy ? path.join(home, copyFile) : null
      return { kind, bodyPath, bodyBytes, copyPath, pages, ocrPages, audioSeconds, tokens, chunks }
    }),
    isolation: async () => reportIsolation(await sandbox),
    processes: () => processes.measure(),
    close: async () => {
      await Promise.all([pools.fast.close(), pools.slow.close()])
    },
  }
}

class WorkerProcesses {
  readonly #pids = new Set<number>()
  #restarts = 0

  add({ pid, ended }: WorkerProcess): void {
    this.#pids.add(pid)
    void ended.then(how => {
      this.#pids.delete(pid)
      if (how === 'early') this.#restarts++
    })
  }

  async measure(): Promise<ParserProcesses> {
    const sizes = await Promise.all(Array.from(this.#pids, residentBytes))
    return { residentBytes: sizes.reduce((sum, size) => sum + size, 0), restarts: this.#restarts }
  }
}

function watched(watch: ParseWatch | undefined, parseFile: ParseFile): ParseFile {
  if (watch === undefined) return parseFile
  return async (...file) => {
    const startedAt = performance.now()
    let kind: DocumentKind | null = null
    watch.begun()
    try {
      const result = await parseFile(...file)
      kind = result.kind
      return result
    } finally {
      watch.ended(kind, performance.now() - startedAt)
    }
  }
}

/** An error with a stack from another process. */
function withStack(message: string, stack: string): Error {
  return Object.assign(new Error(message), { stack: stack || message })
}

/** Optional programs found in the `PATH`. */
function findPrograms(searchPath: string): Programs {
  return {
    tesseract: findProgram('tesseract', searchPath) !== null,
    ffmpeg: findProgram('ffmpeg', searchPath) !== null,
    soffice: findProgram('soffice', searchPath) !== null,
  }
}

function findProgram(name: string, searchPath: string): string | null {
  const places = searchPath.split(path.delimiter).filter(Boolean)
  return places.map(place => path.join(place, name)).find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const headBytes = 2048

/** The slow pool handles work of minutes: OCR, audio, and converting legacy office files. */
async function choosePool(path: string, options: ParseOptions): Promise<'fast' | 'slow'> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    switch (readSignature(buffer.subarray(0, bytesRead))) {
      case 'audio':
      case 'mp4':
      case 'webm':
      case 'ole':
        return 'slow'
      case 'image':
      case 'pdf':
        return options.enableOcr ? 'slow' : 'fast'
      case 'zip':
        return options.enableOcr && options.imagesOnly ? 'slow' : 'fast'
      case 'rtf':
      case 'other':
        return 'fast'
    }
  } finally {
    await file.close()
  }
}

const nameLength = 100

const messages = {
  timeout: 'exceeded the time limit. Split it into smaller files.',
  memory: 'needs too much memory to read. Split it into smaller files, or save it again in a simpler form.',
  folder: 'unpacks to too much data. Split it into smaller files.',
  crashed: 'crashes every available parser. Open it in its original application and save it again.',
} as const

/** The error of a failed file for the caller, with its uploaded name. */
function toRefusal(outcome: Exclude<Outcome, { kind: 'done' }>, options: ParseOptions): ApiError {
  switch (outcome.kind) {
    case 'refused': {
      const cause = new Error(outcome.detail)
      const named = outcome.param === null ? {} : { param: outcome.param }
      if (outcome.failure !== null)
        return new ApiError(outcome.failure.code, outcome.failure.message, { cause, ...named })
      if (outcome.reason === null) return new ApiError('internal_error', outcome.message, { cause })
      const refusal = parseError(outcome.reason, `${nameOf(options)} ${outcome.message}`, cause)
      if (outcome.param === null) return refusal
      return new ApiError(refusal.code, refusal.message, { reason: outcome.reason, cause, ...named })
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
