import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('sextant.ts', import.meta.url))

test('a script creates, lists and revokes a key using only exit codes and standard output', async () => {
  using place = makeFixture()

  const made = await place.run('keys', 'create', '--json', '--name', 'it\'s; a "name" --')
  const { id, key } = JSON.parse(made.stdout)
  const revoked = await place.run('keys', 'revoke', id)
  const listed = await place.run('keys', 'list', '--json')

  expect([made, revoked, listed].map(outcome => outcome.exitCode)).toEqual([0, 0, 0])
  expect(key).toMatch(/^sxt_[0-9A-Za-z]{36}$/)
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id, name: 'it\'s; a "name" --', state: 'revoked' }])
})

test('an error goes to standard error with exit code 1, a usage error with 2, neither with a stack', async () => {
  using place = makeFixture()

  const failed = await place.run('keys', 'revoke', 'key_unknown')
  const misunderstood = await place.run('keys', 'destroy')

  expect(failed).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('No key with this ID'),
  })
  expect(misunderstood).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('Usage:') })
  expect(failed.stderr + misunderstood.stderr).not.toMatch(/^\s+at /m)
})

function makeFixture() {
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-command-line-'))
  return {
    run: (...words: string[]) =>
      new Promise<{ exitCode: number; stdout: string; stderr: string }>(resolve => {
        const options = {
          cwd: dataDir,
          env: { NODE_ENV: 'test' as const, PATH: '', HOME: dataDir, SEXTANT_DATA_DIR: dataDir },
        }
        execFile(process.execPath, [script, ...words], options, (error, stdout, stderr) => {
          resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
        })
      }),
    [Symbol.dispose]: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}
