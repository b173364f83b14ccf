import { spawn } from 'node:child_process'
import os from 'node:os'
import type { Watchdog } from './watchdog.ts'

const outputBytesMax = 64 * 1024 * 1024
const noteLength = 2000

export interface ProgramRun {
  readonly command: string
  readonly arguments: readonly string[]
  readonly folder: string
  readonly searchPath: string
  readonly locale: string
  readonly watchdog: Watchdog
  readonly signal: AbortSignal
}

/**
 * Runs a program on files that a child left in its folder, under the child's own limits.
 * @returns what it printed
 * @throws Error with what it said last, when it fails
 */
export function runProgram(run: ProgramRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const program = spawn(run.command, run.arguments, {
      cwd: run.folder,
      env: {
        NODE_ENV: 'production',
        PATH: run.searchPath,
        LC_ALL: run.locale,
        HOME: run.folder,
        OMP_THREAD_LIMIT: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: run.signal,
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    let sizeBytes = 0
    let note = ''
    if (program.pid !== undefined) {
      os.setPriority(program.pid, 15)
      run.watchdog.watchAlso(program.pid)
    }
    program.stdout.on('data', (data: Buffer) => {
      sizeBytes += data.length
      if (sizeBytes > outputBytesMax) program.kill('SIGKILL')
      else parts.push(data)
    })
    program.stderr.on('data', (data: Buffer) => {
      note = (note + data.toString()).slice(-noteLength)
    })
    program.once('error', reject)
    program.once('close', code => {
      if (code === 0) resolve(Buffer.concat(parts).toString())
      else reject(new Error(`${run.command} failed: ${note.trim()}`))
    })
  })
}
