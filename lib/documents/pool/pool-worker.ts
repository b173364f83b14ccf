import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import {
  type ChildDone,
  type ChildMessage,
  type Failure,
  type ParentMessage,
  type ParseJob,
  uploadFile,
} from './child-messages.ts'
import type { OnReadStep } from '#lib/documents/options.ts'
import type { ParseReason } from '#lib/documents/parse-error.ts'
import { residentBytes } from './resident-bytes.ts'
import type { Sandbox } from './sandbox.ts'
import type { AnswerTool } from './tools.ts'
import { type Excess, startWatchdog } from './watchdog.ts'
import { fileURLToPath } from 'node:url'

const filesMax = 50
const idleBytesMax = 300 * 1024 * 1024
const noteLength = 4000

export interface PoolWorkerSettings extends Omit<ForkSettings, 'folder'> {
  /** Parent folder of the workers' folders. */
  readonly root: string
  readonly rssBytesMax: number
  /** Called with the process of the worker, and when it has ended. */
  readonly onProcess?: (process: WorkerProcess) => void
}

export interface WorkerProcess {
  readonly pid: number
  /** `early`: before the pool had finished with it, such as a crash or a file over its limits. */
  readonly ended: Promise<'early' | 'retired'>
}

/** Result of a file. `worn`: do not reuse the worker. */
export type Outcome =
  | { readonly kind: 'done'; readonly done: ChildDone }
  | {
      readonly kind: 'refused'
      readonly reason: ParseReason | null
      readonly failure: Failure | null
      readonly param: string | null
      readonly message: string
      readonly detail: string
      readonly fault: string | null
    }
  | { readonly kind: 'crashed'; readonly reason: 'crashed' | 'memory'; readonly detail: string }
  | { readonly kind: 'killed'; readonly excess: Excess }

export interface WorkerCall {
  readonly answer: AnswerTool
  readonly onStep: OnReadStep
}

export interface PoolWorker {
  readonly folder: string
  /** False if the worker died while idle. */
  isAlive(): boolean
  /** Moves the upload into the worker's folder and starts the work. @throws the signal's reason on abort */
  run(
    uploadPath: string,
    job: Omit<ParseJob, 'folder'>,
    call: WorkerCall,
    signal: AbortSignal,
  ): Promise<Outcome>
  /** True if the next file needs another worker. */
  isWorn(): Promise<boolean>
  /** Empties the folder between files. */
  clear(): Promise<void>
  /** Kills the worker and deletes its folder. */
  retire(): Promise<void>
}

/** A worker with its own folder, forked immediately. */
export async function createPoolWorker(settings: PoolWorkerSettings): Promise<PoolWorker> {
  const folder = await mkdtemp(path.join(await realpath(settings.root), 'child-'))
  const child = forkChild({ ...settings, folder })
  const state = { files: 0, spoiled: false, ended: false, retired: false, note: '' }
  child.stderr?.on('data', (data: Buffer) => {
    state.note = (state.note + data.toString('latin1')).slice(-noteLength)
  })
  child.on('error', () => {
    state.ended = true
  })
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => {
      state.ended = true
      resolve()
    })
    child.once('error', () => resolve())
  })
  if (child.pid !== undefined)
    settings.onProcess?.({
      pid: child.pid,
      ended: ended.then(() => (state.retired ? 'retired' : 'early')),
    })

  return {
    folder,
    isAlive: () => !state.ended,
    run: async (uploadPath, job, call, signal) => {
      signal.throwIfAborted()
      await rename(uploadPath, path.join(folder, uploadFile))
      // It has no listeners any more.
      signal.throwIfAborted()
      state.files += 1
      const outcome = await runOne(
        child,
        { ...job, folder },
        { ...call, signal, rssBytesMax: settings.rssBytesMax },
      )
      if (outcome.kind === 'aborted') throw signal.reason
      if (outcome.kind === 'ended') {
        // V8's last output before it aborts at the heap limit.
        const memory = /heap out of memory|allocation failed/i.test(state.note)
        return { kind: 'crashed', reason: memory ? 'memory' : 'crashed', detail: state.note }
      }
      if ('spoiled' in outcome && outcome.spoiled) state.spoiled = true
      return outcome
    },
    isWorn: async () => {
      if (state.ended || state.spoiled || state.files >= filesMax || child.pid === undefined) return true
      return (await residentBytes(child.pid)) > idleBytesMax
    },
    clear: async () => {
      for (const name of await readdir(folder))
        await rm(path.join(folder, name), { recursive: true, force: true })
    },
    retire: async () => {
      state.retired = true
      if (!state.ended) child.kill('SIGKILL')
      if (child.pid !== undefined) await ended
      // A process behind a launcher may still be ending.
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

interface RunOptions extends WorkerCall {
  readonly signal: AbortSignal
  readonly rssBytesMax: number
}

type RawOutcome =
  | (Outcome & { readonly spoiled?: boolean })
  | { readonly kind: 'ended' }
  | { readonly kind: 'aborted' }

async function runOne(
  child: ChildProcess,
  job: ParseJob,
  { answer, onStep, signal, rssBytesMax }: RunOptions,
): Promise<RawOutcome> {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return { kind: 'ended' }
  // Programs and requests started for the file end with it.
  const over = new AbortController()
  let killedBy: Excess | null = null
  const watchdog = startWatchdog({ pid, folder: job.folder, limits: job.limits, rssBytesMax }, excess => {
    killedBy = excess
    child.kill('SIGKILL')
  })
  const onAbort = (): void => {
    child.kill('SIGKILL')
  }
  signal.addEventListener('abort', onAbort, { once: true })
  const { promise, resolve } = Promise.withResolvers<RawOutcome>()
  const onExit = (): void => {
    if (signal.aborted) return resolve({ kind: 'aborted' })
    resolve(killedBy === null ? { kind: 'ended' } : { kind: 'killed', excess: killedBy })
  }
  const onMessage = (message: ChildMessage): void => {
    switch (message.type) {
      case 'ready':
        return
      case 'ocr_pages':
        return watchdog.allowPages(message.pages)
      case 'step':
        return onStep(message.step)
      case 'tool':
        return void answerTool(message.id, message.request)
      case 'done':
        return resolve({ kind: 'done', done: message, spoiled: message.spoiled })
      case 'failed':
        return resolve({
          kind: 'refused',
          reason: message.reason,
          failure: message.failure,
          param: message.param,
          message: message.message,
          detail: message.detail,
          fault: message.fault,
          spoiled: message.spoiled,
        })
    }
  }
  async function answerTool(id: number, request: Parameters<AnswerTool>[0]): Promise<void> {
    const toolAnswer = await answer(request, { job, watchdog, signal: over.signal })
    if (!over.signal.aborted && child.connected) child.send({ type: 'tool_answer', id, answer: toolAnswer })
  }
  child.on('message', onMessage)
  child.once('exit', onExit)
  const message: ParentMessage = { type: 'job', job }
  child.send(message, error => {
    if (error) child.kill('SIGKILL')
  })
  try {
    return await promise
  } finally {
    over.abort()
    watchdog.stop()
    signal.removeEventListener('abort', onAbort)
    child.off('message', onMessage)
    child.off('exit', onExit)
  }
}

interface ForkSettings {
  /** Its entry file: a test has programs of its own. */
  readonly program?: URL
  /** The only folder the worker may write; it also reads the application. */
  readonly folder: string
  /** Additional readable folders: models, system data. */
  readonly readable: readonly string[]
  readonly searchPath: string
  readonly locale: string
  /** For `os.setPriority`: 10 for text, 15 for slow work. */
  readonly priority: number
  readonly sandbox: Sandbox
}

const childProgram = new URL('child.ts', import.meta.url)
const preload = new URL('child-preload.ts', import.meta.url).href
const root = fileURLToPath(new URL('../../..', import.meta.url))
// Not the whole folder: by default it contains the data folder with secrets.
const application = ['package.json', 'lib/*', 'node_modules/*'].map(each => path.join(root, each))

/**
 * Starts a worker without secrets, sockets or programs: it can read the application, and read and write its
 * folder.
 */
export function forkChild({
  program = childProgram,
  folder,
  readable,
  searchPath,
  locale,
  priority,
  sandbox,
}: ForkSettings): ChildProcess {
  const node = {
    file: process.execPath,
    arguments: [
      '--max-old-space-size=512',
      // Without it a long document leaves 300 MB behind; with it the worker stays below 200, at the same speed.
      '--max-semi-space-size=4',
      // Otherwise a signal opens the port of the debugger.
      '--disable-sigusr1',
      '--permission',
      '--allow-addons',
      '--allow-worker',
      '--import',
      preload,
      ...application.map(each => `--allow-fs-read=${each}`),
      ...[folder, ...readable].map(each => `--allow-fs-read=${path.join(each, '*')}`),
      `--allow-fs-write=${path.join(folder, '*')}`,
    ],
  }
  const { file, arguments: words } = sandbox.wrap(node, priority)
  const child = fork(fileURLToPath(program), [], {
    execPath: file,
    execArgv: [...words],
    cwd: folder,
    env: { NODE_ENV: 'production', PATH: searchPath, LC_ALL: locale, OMP_THREAD_LIMIT: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (child.pid !== undefined) sandbox.setPriority(child.pid, priority)
  return child
}
