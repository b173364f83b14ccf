/** Starts the whole server like `npm start`, with its own folder, port and configuration. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface LaunchOptions {
  /** Text of its `sextant.yaml`; none when absent. */
  readonly configuration?: string
  readonly environment?: Readonly<Record<string, string>>
  /** A folder to keep; a temporary one, removed afterwards, when absent. */
  readonly dataDir?: string
}

export interface LaunchedServer extends AsyncDisposable {
  /** `http://localhost:<port>`, as printed. */
  readonly url: string
  /** Has every scope but `admin:read`. */
  readonly apiKey: string
  readonly dataDir: string
  readonly pid: number
  /** Milliseconds from the spawn to the line with the URL. */
  readonly startMs: number
  /** Its output so far. */
  output(): string
  /** Sends the signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const root = path.dirname(path.dirname(import.meta.dirname))
const readyLine = /^Sextant is ready: (\S+)$/m
const patienceMs = 240_000

/** A start that failed before it was ready, with its output. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
  readonly code: number | null
  readonly output: string

  constructor(code: number | null, output: string) {
    super(`The server exited with ${code} before it was ready:\n${output}`)
    this.code = code
    this.output = output
  }
}

/** @throws StartFailure when it ends before it is ready */
export async function launchServer(options: LaunchOptions = {}): Promise<LaunchedServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-e2e-'))
  const dataDir = options.dataDir ?? path.join(folder, 'data')
  const apiKey = `e2e-initial-${crypto.randomUUID()}`
  const configuration = path.join(folder, 'sextant.yaml')
  writeFileSync(configuration, options.configuration ?? '')

  const startedAt = performance.now()
  const supervisor = spawn(process.execPath, [path.join(root, 'bin/start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      SEXTANT_CONFIG: configuration,
      SEXTANT_DATA_DIR: dataDir,
      SEXTANT_INITIAL_API_KEY: apiKey,
      ...options.environment,
    },
    // Through the channel, the server detects that this process was killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const transcript = record(supervisor)
  const ended = new Promise<number | null>(resolve => {
    supervisor.once('close', resolve)
  })

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    supervisor.kill(signal)
    const code = await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    return code
  }

  const url = await Promise.race([
    transcript.says(readyLine),
    ended.then(code => Promise.reject(new StartFailure(code, transcript.text()))),
  ])
  if (url === null) {
    await stop('SIGKILL')
    throw new Error(`The server was not ready within ${patienceMs / 1000} s:\n${transcript.text()}`)
  }
  return {
    url,
    apiKey,
    dataDir,
    pid: supervisor.pid ?? 0,
    startMs: performance.now() - startedAt,
    output: transcript.text,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

function record(child: ChildProcess) {
  let text = ''
  const listeners = new Set<() => void>()
  const add = (bytes: Buffer) => {
    text += bytes.toString('utf8')
    for (const listener of listeners) listener()
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return {
    text: () => text,
    /** The first group of the pattern once it is printed; null if it never is. */
    says: (pattern: RegExp) =>
      new Promise<string | null>(resolve => {
        const timer = setTimeout(() => resolve(null), patienceMs)
        const look = () => {
          const found = pattern.exec(text)?.[1]
          if (found === undefined) return
          clearTimeout(timer)
          listeners.delete(look)
          resolve(found)
        }
        listeners.add(look)
        look()
      }),
  }
}
