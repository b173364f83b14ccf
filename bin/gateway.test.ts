import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSecretBox } from '#lib/store/core/secret-box.ts'
import { openStore } from '#lib/store/core/store.ts'

function startIn(folder: string, environment: Record<string, string> = {}) {
  return spawnSync(process.execPath, [path.join(import.meta.dirname, 'gateway.ts')], {
    cwd: folder,
    env: { NODE_ENV: 'test', PORT: '0', SEXTANT_DATA_DIR: folder, ...environment },
    encoding: 'utf8',
    timeout: 20_000,
  })
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-gateway-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a database that cannot be opened ends the start with its reason and no stack', () => {
  const folder = newFolder()
  writeFileSync(path.join(folder, 'sextant.db'), 'x'.repeat(5000))

  const { status, stderr } = startIn(folder)

  expect([status, stderr]).toEqual([
    1,
    `${path.join(folder, 'sextant.db')} cannot be opened: file is not a database\n`,
  ])
})

test('a database of a newer version ends the start with its reason and no stack', () => {
  const folder = newFolder()
  const database = new Database(path.join(folder, 'sextant.db'))
  database.exec(
    'create table migrations (id integer primary key, at integer); insert into migrations values (9999, 0)',
  )
  database.close()

  const { status, stderr } = startIn(folder)

  expect(status).toBe(1)
  expect(stderr).toMatch(/^A newer version of Sextant wrote this database [^\n]+\n$/)
})

test('a configuration error ends the start with file, line and reason and no stack', () => {
  const folder = newFolder()
  writeFileSync(path.join(folder, 'sextant.yaml'), 'timers: { idleMs: 0 }\n')

  const { status, stderr } = startIn(folder)

  expect(status).toBe(1)
  expect(stderr).toMatch(/^sextant\.yaml:1: timers\.idleMs: [^\n]+\n$/)
})

test('an invalid initial key ends the start with the name of its variable and no stack', () => {
  const { status, stderr } = startIn(newFolder(), {
    SEXTANT_INITIAL_API_KEY: `sxt_7Kq2ZbX9vR4tLm1WcY8pHd3NfJ6sGu${'0'.repeat(6)}`,
  })

  expect(status).toBe(1)
  expect(stderr).toMatch(/^SEXTANT_INITIAL_API_KEY begins with sxt_ [^\n]+\n$/)
})

test('a wrong ENCRYPTION_KEY ends the start with the name of the missing key', async () => {
  const folder = newFolder()
  const store = await openStore({ dataDir: folder, databaseUrl: null })
  const { teamId } = await store.teams.openModeOwner()
  const box = createSecretBox(`k7:${Buffer.alloc(32, 7).toString('base64')}`)
  await store.providerKeys.check(teamId, box)
  const acme = { purpose: 'models', name: 'acme', kind: 'openai', server: null } as const
  const place = { baseUrl: 'https://acme.example/v1', messagesApi: null, apiKey: 'sk-0123456789abcdefghij' }
  await store.providers.create(teamId, { ...acme, ...place }, box, { id: null, name: 'test', address: null })
  await store.close()
  const other = Buffer.alloc(32, 8).toString('base64')

  const { status, stderr } = startIn(folder, { ENCRYPTION_KEY: `k8:${other}` })

  expect(status).toBe(1)
  expect(stderr).toMatch(/^ENCRYPTION_KEY \(k8\) cannot decrypt [^\n]+ named k7\. [^\n]+\n$/)
  expect(stderr).not.toContain(other)
})

test.for(['127.0.0.1', '::1'])(
  'when another program has the port on %s, the gateway reports only that and prints no set-up link',
  async (taken, context) => {
    const stranger = createServer().listen(0, taken)
    onTestFinished(() => void stranger.close())
    await once(stranger, 'listening').catch(() => context.skip('no IPv6 here'))
    const address = stranger.address()
    const port = typeof address === 'object' && address ? address.port : 0

    const { status, stdout, stderr } = startIn(newFolder(), {
      PORT: String(port),
      SEXTANT_AUTH: 'team',
      APP_URL: `http://localhost:${port}`,
      AUTH_SECRET: crypto.randomUUID(),
      ENCRYPTION_KEY: `k7:${Buffer.alloc(32, 7).toString('base64')}`,
    })

    expect(status).toBe(1)
    expect(stderr).toMatch(new RegExp(`^Port ${port} \\(PORT\\) is in use by another program\\. [^\n]+\n$`))
    expect(stdout).not.toContain('set-up')
  },
)

describe.runIf(hasMounts())('on a full disk', () => {
  /** Starts a program with a disk of 200 kB as its data folder, whose first bytes are taken. */
  function startOnDisk(program: string, takenKilobytes: number) {
    const disk = newFolder()
    const taken = `dd if=/dev/zero of=${disk}/taken bs=1k count=${takenKilobytes} 2>/dev/null`
    const start = `exec ${process.execPath} ${path.join(import.meta.dirname, program)}`
    const script = `mount -t tmpfs -o size=200k tmpfs ${disk} && { ${taken}; ${start}; }`
    const environment = {
      NODE_ENV: 'test' as const,
      PORT: '0',
      SEXTANT_DATA_DIR: disk,
      SEXTANT_CONSOLE: 'off',
    }
    const { status, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', script], {
      cwd: disk,
      env: { ...environment, PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      encoding: 'utf8',
      timeout: 20_000,
    })
    return { disk, status, stderr }
  }

  test.each([0, 164, 188])(
    'the gateway ends its start with a sentence and the path, with %i kB taken',
    taken => {
      const { disk, status, stderr } = startOnDisk('gateway.ts', taken)

      expect(status).toBe(1)
      expect(stderr).toBe(
        `${path.join(disk, 'sextant.db')} cannot be opened: the disk is full. Free some space and start again.\n`,
      )
    },
  )

  test('so does npm start', () => {
    const { disk, status, stderr } = startOnDisk('start.ts', 200)

    expect(status).toBe(1)
    expect(stderr).toMatch(/is full\. Free some space and start again\. \(ENOSPC: /)
    expect(stderr).toContain(disk)
  })
})

/** Whether a disk of its own can be mounted here. */
function hasMounts(): boolean {
  const { status } = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /tmp'])
  return status === 0
}
