import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment as inherited } from '#lib/config.ts'
import type { Outcome } from './run-program.ts'

interface Program {
  readonly folder: string
  readonly file: string
  readonly environment: Readonly<Record<string, string>>
}

interface Runner {
  readonly process: ChildProcess
  readonly waiting: Map<number, (code: number) => void>
}

const script = fileURLToPath(new URL('run-programs.py', import.meta.url))
const runners = new Map<string, Runner>()
let lastId = 0

/**
 * Runs a Python program like `python3 file` would, in a copy of a process that has loaded its client already.
 * @param pythonPath folder of its SDK; null for `requests`
 */
export async function runPython(program: Program, pythonPath: string | null): Promise<Outcome> {
  const { process, waiting } = runnerOf(pythonPath)
  const id = ++lastId
  const [stdout, stderr] = [join(program.folder, '.stdout'), join(program.folder, '.stderr')]
  const code = await new Promise<number>(done => {
    waiting.set(id, done)
    process.stdin?.write(`${JSON.stringify({ id, ...program, stdout, stderr })}\n`)
  })
  return { code, stdout: await readFile(stdout, 'utf8'), stderr: await readFile(stderr, 'utf8') }
}

function runnerOf(pythonPath: string | null): Runner {
  const key = pythonPath ?? ''
  const before = runners.get(key)
  if (before !== undefined) return before
  const child = spawn('python3', [script, moduleOf(pythonPath)], {
    env: { ...inherited, ...(pythonPath !== null && { PYTHONPATH: pythonPath }) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const runner: Runner = { process: child, waiting: new Map() }
  runners.set(key, runner)
  child.once('close', () => {
    runners.delete(key)
    for (const done of runner.waiting.values()) done(-1)
  })
  createInterface(child.stdout).on('line', line => {
    const { id, code } = JSON.parse(line) as { id: number; code: number }
    runner.waiting.get(id)?.(code)
    runner.waiting.delete(id)
  })
  // Ends with this process, whose end closes its input.
  child.unref()
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref()
  return runner
}

function moduleOf(pythonPath: string | null): string {
  if (pythonPath === null) return 'requests'
  return /firecrawl|anthropic|openai/.exec(pythonPath.split('/').at(-1) ?? '')?.[0] ?? 'requests'
}
