import { spawn } from 'node:child_process'
import { environment } from '#lib/config.ts'

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/**
 * Runs a command in this terminal.
 * @returns its exit code; null if it could not start, was killed, or exceeded `timeoutMs`
 */
export function run(
  command: string,
  arguments_: readonly string[],
  options: RunOptions,
): Promise<number | null> {
  const child = spawn(command, arguments_, {
    env: { ...environment, ...options.environment },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
  })
  return new Promise(resolve => {
    child.once('error', () => resolve(null))
    child.once('close', code => resolve(code))
  })
}
