import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('an initial key with an invalid checksum ends the start at once and is not printed', () => {
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

test.for(['127.0.0.1', '0.0.0.0', '::1', '::'])(
  'a PORT that another program uses on %s ends the start, which names port and variable and prints no address',
  async (taken, context) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sextant-start-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const blocker = createServer().listen({ host: taken, port: 0, ipv6Only: taken === '::' })
    onTestFinished(() => void blocker.close())
    await once(blocker, 'listening').catch(() => context.skip('no IPv6 here'))
    const address = blocker.address()
    const port = typeof address === 'object' && address ? address.port : 0

    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts')], {
      encoding: 'utf8',
      env: { NODE_ENV: 'production', SEXTANT_DATA_DIR: dataDir, PORT: String(port) },
      timeout: 20_000,
    })

    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      new RegExp(
        `^Port ${port} \\(PORT\\) is in use by another program\\. Stop that program, or set PORT [^\n]+\n$`,
      ),
    )
    expect(readdirSync(dataDir)).not.toContain('sextant.lock')
  },
)
