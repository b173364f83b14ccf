import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Snippet } from '#lib/snippets/snippet.ts'
import { runPython } from './python-programs.ts'

export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Saves a snippet and its files in a temporary folder and runs it with its own `run` command. */
export async function runProgram(
  snippet: Snippet,
  { apiKey, pythonPath }: { apiKey: string; pythonPath: string | null },
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-snippet-'))
  try {
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, snippet.fileName), snippet.code)
    for (const { name, content } of snippet.files) await writeFile(join(folder, name), content)
    const [program = '', ...rest] = snippet.run.split(' ')
    const [file = ''] = rest
    if (program === 'python3')
      return await runPython({ folder, file, environment: { SEXTANT_API_KEY: apiKey } }, pythonPath)
    // The test's own Node, not the system's.
    const command = program === 'node' ? process.execPath : program
    return await run('env', [`SEXTANT_API_KEY=${apiKey}`, command, ...rest], folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function run(program: string, options: readonly string[], cwd?: string): Promise<Outcome> {
  return new Promise(done => {
    execFile(program, options, { cwd, timeout: 100_000, maxBuffer: 20_000_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      done({ code, stdout, stderr })
    })
  })
}
