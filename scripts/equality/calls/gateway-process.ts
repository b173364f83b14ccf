import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

export interface GatewayProcess extends AsyncDisposable {
  readonly origin: string
  readonly port: number
  readonly dataDir: string
  /** Each line of its log, parsed. */
  readonly log: readonly Readonly<Record<string, unknown>>[]
  /** Stops it gracefully, so that all rows are written. */
  stop(): Promise<void>
  /** Runs the command line against the same data. */
  command(...words: readonly string[]): Promise<string>
}

export interface GatewayProcessOptions {
  /** Text of its `sextant.yaml`. */
  readonly configuration: string
  readonly environment?: Readonly<Record<string, string>>
}

const root = path.resolve(import.meta.dirname, '../../..')

/** The gateway as a separate process with its own folder; resolves once it listens. */
export async function startGatewayProcess(options: GatewayProcessOptions): Promise<GatewayProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-equality-'))
  const dataDir = path.join(folder, 'data')
  const configuration = path.join(folder, 'sextant.yaml')
  writeFileSync(configuration, options.configuration)
  const port = await freePort()
  // The machine's own settings must not affect the record.
  const environment = {
    NODE_ENV: 'test' as const,
    // OCR programs are installed on some machines only.
    PATH: '',
    HOME: folder,
    SEXTANT_CONFIG: configuration,
    SEXTANT_DATA_DIR: dataDir,
    MODELS_DIR: path.join(folder, 'models'),
    MODEL_SOURCES: 'file',
    SEXTANT_CONSOLE: 'off',
    LOG_LEVEL: 'debug',
    PORT: String(port),
    ...options.environment,
  }
  const child = spawn(process.execPath, [path.join(root, 'bin/gateway.ts')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  })
  const log: Record<string, unknown>[] = []
  await listening(child, log)

  async function stop(): Promise<void> {
    if (child.exitCode !== null) return
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    log,
    stop,
    async command(...words) {
      const run = spawn(process.execPath, [path.join(root, 'bin/sextant.ts'), ...words], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: environment,
      })
      const text: string[] = []
      run.stdout.on('data', (bytes: Buffer) => text.push(bytes.toString()))
      await once(run, 'close')
      return text.join('')
    },
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function listening(child: ChildProcess, log: Record<string, unknown>[]): Promise<void> {
  const { stdout } = child
  if (stdout === null) throw new Error('The gateway has no output.')
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`The gateway ended with ${code}: ${JSON.stringify(log)}`)))
    createInterface({ input: stdout }).on('line', line => {
      log.push(parseLine(line))
      if (line.includes('gateway listening')) resolve()
    })
  })
}

function parseLine(line: string): Record<string, unknown> {
  return line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : { text: line }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
