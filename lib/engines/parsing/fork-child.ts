import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ForkSettings {
  /** The folder this child may write, and read besides the application. */
  readonly folder: string
  /** Further folders it may read: the models, system data. */
  readonly readable: readonly string[]
  readonly searchPath: string
  readonly locale: string
  /** Of `os.setPriority`: 10 for text, 15 for what takes minutes. */
  readonly priority: number
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
// Not the whole folder: by default the data folder with its secrets lies in it.
const application = ['package.json', 'lib/*', 'node_modules/*'].map(each => path.join(root, each))

/** Starts a child without secrets, sockets or programs: it reads the application and its folder, and writes its folder. */
export function forkChild({ folder, readable, searchPath, locale, priority }: ForkSettings): ChildProcess {
  const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), [], {
    execPath: process.execPath,
    execArgv: [
      '--max-old-space-size=512',
      // Without it a long document leaves 300 MB behind; with it the child stays below 200, as fast.
      '--max-semi-space-size=4',
      '--permission',
      '--allow-addons',
      '--allow-worker',
      ...application.map(each => `--allow-fs-read=${each}`),
      ...[folder, ...readable].map(each => `--allow-fs-read=${path.join(each, '*')}`),
      `--allow-fs-write=${path.join(folder, '*')}`,
    ],
    cwd: folder,
    env: { NODE_ENV: 'production', PATH: searchPath, LC_ALL: locale, OMP_THREAD_LIMIT: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (child.pid !== undefined) os.setPriority(child.pid, priority)
  return child
}
