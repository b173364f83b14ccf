import { spawn } from 'node:child_process'
import { SourceUnavailable } from './source.ts'

export interface ClientRun {
  readonly exitCode: number
  /** The end of its output on both streams. */
  readonly output: string
}

export type RunClient = (
  command: string,
  parameters: readonly string[],
  options: { signal: AbortSignal; timeoutMs: number },
) => Promise<ClientRun>

const outputCharsMax = 4000

/**
 * Runs a package manager of the system.
 * @throws SourceUnavailable if it is not installed
 */
export const runClient: RunClient = async (command, parameters, { signal, timeoutMs }) => {
  const deadline = AbortSignal.timeout(timeoutMs)
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, deadline]),
  })
  let output = ''
  const keep = (text: string) => {
    output = (output + text).slice(-outputCharsMax)
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  return await new Promise((resolve, reject) => {
    child.once('error', error => {
      if (signal.aborted) return reject(signal.reason as Error)
      if (deadline.aborted)
        return reject(new Error(`${command} timed out after ${Math.round(timeoutMs / 1000)} s`))
      // EACCES: a folder in PATH is not readable, or a file of that name is not executable.
      if ('code' in error && (error.code === 'ENOENT' || error.code === 'EACCES'))
        return reject(new SourceUnavailable(`${command} is not installed`))
      reject(error)
    })
    child.once('close', exitCode => resolve({ exitCode: exitCode ?? 1, output }))
  })
}

/** The line of a client's output with the error. */
export function lastError(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  return (lines.findLast(line => /error|no space|not found/i.test(line)) ?? lines.at(-1) ?? 'no output')
    .trim()
    .slice(0, 300)
}
