/** The console's production build: runs when its sources changed, in one process at a time. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from './child.ts'
import { takePidLock } from './pid-lock.ts'
import type { PidLock } from './pid-lock.ts'

export interface BuildOptions {
  /** Root of the repository. */
  readonly root: string
  readonly environment: Environment
  readonly signal: AbortSignal
  /** Called before work that takes time. */
  readonly say: (sentence: string) => void
}

// Inputs of `next build`; code of the gateway and the models is not included.
const sources = [
  'app/**/*',
  'components/**/*',
  'lib/{client,config,console,contracts,prices,snippets,store}/**/*',
  'lib/web/fetch/address-*.ts',
  'lib/*.ts',
  'public/**/*',
  'proxy.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const notSources = ['**/*.test.{ts,tsx}', '**/__fixtures__/**']

/** True if `.next` was built from the current sources. */
function isBuilt(root: string): boolean {
  const marker = markerOf(root)
  return existsSync(marker) && readFileSync(marker, 'utf8') === hashSources(root)
}

/**
 * Builds the console if it is stale; a second process waits for the first.
 * @throws Error with the end of Next's output if the build fails
 */
export async function buildIfStale(options: BuildOptions): Promise<void> {
  if (isBuilt(options.root)) return
  using _lock = await takeBuildLock(options)
  const hash = hashSources(options.root)
  if (isBuilt(options.root)) return
  options.say('Building the console (once after a change, 0.5 to 2 minutes) …')
  await nextBuild(options)
  writeFileSync(markerOf(options.root), hash)
}

function markerOf(root: string): string {
  return path.join(root, '.next/sextant-build')
}

/** A fingerprint of everything that the build reads; if it differs, the build is stale. */
export function hashSources(root: string): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, exclude: notSources, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
  for (const file of files.toSorted())
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

// Not in `.next`, which the build deletes.
async function takeBuildLock({ root, signal, say }: BuildOptions): Promise<PidLock> {
  const lockPath = path.join(root, 'node_modules/.sextant-build')
  for (let said = false; ; said = true) {
    const lock = takePidLock(lockPath, { pid: process.pid, startedAt: Date.now() })
    if ('release' in lock) return lock
    if (!said) say(`Waiting for process ${lock.pid} to build the console …`)
    await sleep(200, undefined, { signal })
  }
}

async function nextBuild({ root, environment, signal }: BuildOptions): Promise<void> {
  const next = path.join(root, 'node_modules/next/dist/bin/next')
  const build = spawn(process.execPath, [next, 'build'], {
    cwd: root,
    env: { ...environment, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  const output: Buffer[] = []
  build.stdout.on('data', (bytes: Buffer) => output.push(bytes))
  build.stderr.on('data', (bytes: Buffer) => output.push(bytes))
  const code = await new Promise<number | null>((resolve, reject) => {
    build.once('error', reject)
    build.once('close', resolve)
  })
  if (code === 0) return
  throw new Error(`Console build failed:\n${Buffer.concat(output).toString('utf8').slice(-4000)}`)
}
