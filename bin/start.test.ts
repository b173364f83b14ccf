import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a given key with a wrong checksum ends the start at once, and is not printed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-start-'))
  const token = 'sxt_4fQ9zLmT2bWxR7sKc1VnYd8HgJp0Ae3uBqXi'
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    encoding: 'utf8',
    env: { NODE_ENV: 'production', SEXTANT_DATA_DIR: dataDir, PORT: '0', SEXTANT_INITIAL_API_KEY: token },
    timeout: 60_000,
  })

  expect(stderr).toContain('SEXTANT_INITIAL_API_KEY begins with sxt_ but its checksum is wrong')
  expect([status, stdout, readdirSync(dataDir)]).toEqual([1, '', []])
  expect(stderr).not.toContain(token)
  rmSync(dataDir, { recursive: true, force: true })
})
