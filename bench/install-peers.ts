import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const peers = join(import.meta.dirname, 'peers')

/** The folder of a peer's package; the peers are installed when it is not there. */
export function peerFolder(name: string): string {
  const folder = join(peers, 'node_modules', name)
  if (!existsSync(folder)) {
    console.log('Installing the peers of the benchmark (bench/peers) …')
    const options = { cwd: peers, stdio: 'ignore' } as const
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], options)
  }
  return folder
}

/** The Python of a folder with these packages; they are installed when they are not there. */
export function installPython(folder: string, packages: readonly string[]): string {
  const program = join(folder, 'bin/python')
  const installed = join(folder, 'packages.txt')
  const wanted = packages.join('\n')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return program
  console.log('Installing the Python peers of the benchmark …')
  execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'ignore' })
  execFileSync(program, ['-m', 'pip', 'install', '--quiet', ...packages], { stdio: 'ignore' })
  writeFileSync(installed, wanted)
  return program
}
