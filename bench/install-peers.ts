import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
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
