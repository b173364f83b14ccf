import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#lib/config.ts'
import type { Config } from '#lib/config/settings.ts'

/** A start folder, with a `sextant.yaml` if a text is given; for tests. */
export function makeFolder(yaml?: string) {
  const path = mkdtempSync(join(tmpdir(), 'sextant-config-'))
  if (yaml !== undefined) writeFileSync(join(path, 'sextant.yaml'), yaml)
  const load = (environment: Record<string, string>): Config => loadConfig(environment, { cwd: path })
  return {
    path,
    load,
    /** The error message of a start that must fail. */
    failure(environment: Record<string, string>): string {
      try {
        load(environment)
      } catch (error) {
        if (error instanceof Error) return error.message
      }
      throw new Error('The configuration was accepted.')
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}
