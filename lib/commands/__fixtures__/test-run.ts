import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#lib/config.ts'
import { run } from '#lib/commands/run.ts'

interface Outcome {
  readonly exitCode: number
  /** Content of standard output and standard error. */
  readonly said: string
  readonly complained: string
}

/** A data folder for command lines; for tests. */
export interface TestRun extends Disposable {
  readonly dataDir: string
  run(line: string, signal?: AbortSignal): Promise<Outcome>
  /** Writes the lock of a server that runs on this folder. */
  pretendRunning(port: number, pid?: number): void
}

export function makeTestRun(environment: Record<string, string> = {}): TestRun {
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-commands-'))
  const variables = { SEXTANT_DATA_DIR: dataDir, MODELS_DIR: join(dataDir, 'models'), ...environment }
  return {
    dataDir,
    async run(line, signal = new AbortController().signal) {
      const said: string[] = []
      const complained: string[] = []
      const exitCode = await run(line.split(' ').filter(Boolean), {
        terminal: { watched: false, say: text => void said.push(text), progress: () => {} },
        complain: text => void complained.push(text),
        signal,
        readConfig: () => loadConfig(variables, { cwd: dataDir }),
      })
      return { exitCode, said: said.join('\n'), complained: complained.join('\n') }
    },
    pretendRunning(port, pid = process.pid) {
      const lock = { pid, startedAt: Date.now(), host: '127.0.0.1', port, internalToken: 'internal token' }
      writeFileSync(join(dataDir, 'sextant.lock'), JSON.stringify(lock), { mode: 0o600 })
    },
    [Symbol.dispose]: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}
