import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The last commit before deployments and limits over several gateways: schema 21, and its own way to lease budgets. */
const commit = '059761eb82e50a9f1a34329e7788cd010bc62879'
const root = join(import.meta.dirname, '../../..')

/** Why the previous version cannot be started here; null when it can. */
export function missingPreviousVersion(): string | null {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'pipe' })
    return null
  } catch {
    return `commit ${commit} is missing: git fetch --unshallow`
  }
}

/** Unpacks the gateway of the previous version from the history. It runs with the packages of this one. */
export function unpackPreviousVersion(): { readonly folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-previous-'))
  const archive = join(folder, 'previous.tar')
  execFileSync('git', ['archive', '--output', archive, commit, 'bin', 'lib', 'package.json'], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}
