import { execFile } from 'node:child_process'
import path from 'node:path'
import type { Environment } from './child.ts'

export interface PriceUpdatesOptions {
  readonly root: string
  readonly environment: Environment
  readonly log: (level: 'info' | 'warn', text: string) => void
  /** Milliseconds; tests wait less. */
  readonly firstMs?: number
  /** Ends the updates and a running one. */
  readonly signal: AbortSignal
  /** The command; it does nothing while the catalog is recent, whichever instance has updated it. */
  readonly nodeArguments?: readonly string[]
}

const dayMs = 86_400_000
const timeoutMs = 600_000
const outputBytesMax = 1024 * 1024

/** Updates the price catalog each week, in a process of its own: reading the files would hold up the gateway. */
export function updatePricesWeekly({
  root,
  environment,
  log,
  signal,
  // Not all instances at once.
  firstMs = 300_000 + Math.random() * 3_600_000,
  nodeArguments = [path.join(root, 'bin/sextant.ts'), 'prices', 'update', '--older-than', '7'],
}: PriceUpdatesOptions): void {
  let timer = setTimeout(update, firstMs).unref()
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })

  function update(): void {
    const env = { NODE_ENV: 'production' as const, ...environment }
    const options = { cwd: root, env, signal, timeout: timeoutMs, maxBuffer: outputBytesMax }
    execFile(process.execPath, nodeArguments, options, (error, said, complained) => {
      if (signal.aborted) return
      if (error === null) log('info', `Price update: ${said.trim().replaceAll(/\s*\n\s*/g, ' ')}`)
      else log('warn', `Price update failed: ${complained.trim() || error.message}`)
      timer = setTimeout(update, dayMs).unref()
    })
  }
}
