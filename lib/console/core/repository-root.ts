import 'server-only'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The console may be started from another folder; tests run in the repository. */
export function repositoryRoot(): string {
  const started = path.resolve(/* turbopackIgnore: true */ process.argv[1] ?? '', '../..')
  const isRoot = existsSync(path.join(/* turbopackIgnore: true */ started, 'docs/hosting.md'))
  return isRoot ? started : process.cwd()
}
