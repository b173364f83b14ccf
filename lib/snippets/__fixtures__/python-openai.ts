import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import { run } from './run-program.ts'

const version = '3.54.0'

/**
 * Where Python finds the openai SDK: the real one where it can be installed, kept for later runs, else a stand-in
 * that sends and reads the same wire.
 */
export async function pythonOpenai(): Promise<{ readonly path: string; readonly real: boolean }> {
  const path = resolve(`node_modules/.cache/sextant/python-openai-${version}`)
  const finished = `${path}/.finished`
  if (!existsSync(finished)) {
    const flags = ['-q', '--disable-pip-version-check', '--retries', '0', '--timeout', '10']
    const install = ['-m', 'pip', 'install', ...flags, '--target', path, '--upgrade', `openai==${version}`]
    const { code } = await run('python3', install)
    if (code === 0) await run('touch', [finished])
  }
  if (existsSync(finished)) return { path, real: true }
  return { path: fileURLToPath(new URL('openai-stand-in', import.meta.url)), real: false }
}
