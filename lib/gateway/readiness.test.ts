import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isInternal } from '#lib/internal-token.ts'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { migrate } from '#lib/store/core/migrate.ts'
import { openStore } from '#lib/store/core/store.ts'
import { type Migration, migrations } from '#lib/store/migrations/migrations.ts'
import { missingPostgres, startPostgres } from '#lib/store/__fixtures__/test-database.ts'
import { startGatewayProgram } from './__fixtures__/gateway-program.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

interface Ready {
  readonly code: number
  readonly status: string
  readonly reasons: string[]
  readonly parts: Record<string, { state: string; reason: string | null }>
}

async function ask(url: string, query = ''): Promise<Ready> {
  const response = await fetch(`${url}/readyz${query}`)
  return { code: response.status, ...((await response.json()) as Omit<Ready, 'code'>) }
}

const chatWith = (sextant: TestGateway) =>
  sextant.chat({ model: 'scripted/echo', messages: [{ role: 'user', content: 'hello' }] })
const ready = { state: 'ready', reason: null }

describe('the body', () => {
  test('names each part with its state and reason, and only the parts asked for', async () => {
    await using sextant = await startTestGateway()

    const all = await ask(sextant.url)
    const some = await ask(sextant.url, '?part=disk&part=schema')

    expect(all).toMatchObject({ code: 200, status: 'ready', reasons: [] })
    expect(all.parts).toEqual({ gateway: ready, database: ready, schema: ready, disk: ready })
    expect(some).toMatchObject({ code: 200, status: 'ready', reasons: [] })
    expect(some.parts).toEqual({ schema: ready, disk: ready })
  })

  test.each(['console', 'nothing', '', '__proto__'])(
    'an unknown part "%s" is a 400 with the list',
    async name => {
      await using sextant = await startTestGateway()
      const response = await fetch(`${sextant.url}/readyz?part=${name}`)

      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: {
          message: `\`${name}\` is not a part of this server. Its parts: gateway, database, schema, disk.`,
          param: 'part',
        },
      })
    },
  )

  test('a server that stops is not ready', async () => {
    await using sextant = await startTestGateway({ config: { drainDelayMs: 1000 } })
    const draining = sextant.gateway.drain()
    const stopping = await ask(sextant.url)
    await draining

    const reason = 'The server is stopping.'
    expect(stopping).toMatchObject({ code: 503, status: 'not ready', reasons: [reason] })
    expect(stopping.parts['gateway']).toEqual({ state: 'unavailable', reason })
  })
})

// PostgreSQL and the gateway start slowly on a loaded machine.
vi.setConfig({ testTimeout: 60_000 })
const missing = missingPostgres()
describe.skipIf(missing !== null)('with PostgreSQL', async () => {
  const postgres = missing === null ? await startPostgres() : null
  afterAll(() => postgres?.stop())
  const createDatabase = async () => (await postgres?.createDatabase()) ?? ''

  test('while it is stopped, the server is ready for cached keys and says what is unavailable', async () => {
    await using sextant = await startTestGateway({ databaseUrl: await createDatabase() })
    await chatWith(sextant)

    await postgres?.kill()
    const during = await ask(sextant.url)
    const database = await ask(sextant.url, '?part=database')
    const answered = (await chatWith(sextant)).status
    await postgres?.restart()

    const reason = 'The database is not responding. Only API keys that were used before are accepted.'
    expect(during).toMatchObject({ code: 200, status: 'ready', reasons: [] })
    expect(during.parts).toMatchObject({ database: { state: 'unavailable', reason }, schema: ready })
    expect(database).toMatchObject({ code: 503, status: 'not ready', reasons: [reason] })
    expect(answered).toBe(200)
    await expect
      .poll(async () => (await ask(sextant.url)).parts['database'], { timeout: 10_000 })
      .toEqual(ready)
  })

  test('while it is stopped, a server that has served no key yet is not ready', async () => {
    await using sextant = await startTestGateway({ databaseUrl: await createDatabase() })

    await postgres?.kill()
    const during = await ask(sextant.url)
    const answered = (await chatWith(sextant)).status
    await postgres?.restart()

    const reason = 'The database is not responding. No API key can be checked.'
    expect(during).toMatchObject({ code: 503, reasons: [reason] })
    expect(answered).toBe(503)
    await expect.poll(async () => (await ask(sextant.url)).code, { timeout: 10_000 }).toBe(200)
  })

  test('while the network to it is silent, the answer still comes in about a second', async () => {
    const network = await startNetwork(await createDatabase())
    await using sextant = await startTestGateway({ databaseUrl: network.url })
    await chatWith(sextant)

    network.silence()
    const startedAt = performance.now()
    const during = await Promise.all(Array.from({ length: 30 }, () => ask(sextant.url)))
    const tookMs = performance.now() - startedAt
    const answered = (await chatWith(sextant)).status
    network.restore()

    const reason =
      'The database did not respond within 1 s. Only API keys that were used before are accepted.'
    // One check after the other would take 30 s.
    expect(tookMs).toBeLessThan(10_000)
    for (const each of during) {
      expect(each).toMatchObject({ code: 200, parts: { database: { state: 'unavailable', reason } } })
    }
    expect(answered).toBe(200)
  })
})

describe.each(['sqlite', 'postgres'] as const)('a rolling upgrade on %s', kind => {
  const skipped = kind === 'postgres' ? missing : null

  test.skipIf(skipped)(
    'an older gateway serves during and after the migration of a newer one, and restarts',
    async () => {
      const server = kind === 'postgres' ? await startPostgres() : null
      onTestFinished(() => server?.stop())
      const databaseUrl = (await server?.createDatabase()) ?? null
      await using older = await startTestGateway({ ...(databaseUrl && { databaseUrl }) })
      const place = { dataDir: older.dataDir, databaseUrl }
      const newer = await openBackend(place.dataDir, place.databaseUrl)
      onTestFinished(() => newer.close())
      const lock = kind === 'sqlite' ? 'begin' : 'advisory'
      let migrated = false

      const [requestIds] = await Promise.all([
        callWhile(older, () => !migrated),
        migrate(newer.database, lock, [...migrations, ...newSteps]).then(() => (migrated = true)),
      ])
      const after = await ask(older.url)
      const { token } = await older.makeKey()
      const answered = await older.chat({ model: 'scripted/echo', messages: [] }, { token })
      const restarted = await openStore(place)
      await restarted.close()

      const schema = migrations.length + newSteps.length
      expect(requestIds.length).toBeGreaterThan(0)
      for (const id of requestIds) expect(await older.row(id)).toMatchObject({ status: 200 })
      expect(after).toMatchObject({ code: 200, reasons: [] })
      expect(after.parts['schema']).toEqual({
        state: 'degraded',
        reason:
          `A newer version of Sextant migrated the database to schema ${schema}. ` +
          `This version (schema ${migrations.length}) keeps working until you upgrade it.`,
      })
      expect(answered.status).not.toBe(401)
    },
  )

  test.skipIf(skipped)('after a step that needs newer code, an older gateway is not ready', async () => {
    const server = kind === 'postgres' ? await startPostgres() : null
    onTestFinished(() => server?.stop())
    const databaseUrl = (await server?.createDatabase()) ?? null
    await using older = await startTestGateway({ ...(databaseUrl && { databaseUrl }) })
    const newer = await openBackend(older.dataDir, databaseUrl)
    onTestFinished(() => newer.close())
    const schema = migrations.length + 1

    const breaking: Migration = {
      name: 'breaking',
      kind: 'transaction',
      readsFrom: schema,
      up: async () => {},
    }
    await migrate(newer.database, kind === 'sqlite' ? 'begin' : 'advisory', [...migrations, breaking])

    const { code, reasons } = await ask(older.url)
    expect([code, ...reasons]).toEqual([
      503,
      `A newer version of Sextant migrated the database to schema ${schema}, ` +
        `which this version (schema ${migrations.length}) cannot use. Upgrade it.`,
    ])
  })
})

/** Calls until `goesOn` is false, at least once. @returns the request ids */
async function callWhile(sextant: TestGateway, goesOn: () => boolean): Promise<string[]> {
  const ids: string[] = []
  do {
    const response = await chatWith(sextant)
    expect(response.status).toBe(200)
    expect((await ask(sextant.url)).code).toBe(200)
    ids.push(response.headers.get('x-request-id') ?? '')
  } while (goesOn())
  return ids
}

const readsFrom = migrations.length
const newSteps: readonly Migration[] = [
  {
    name: 'columns',
    kind: 'transaction',
    readsFrom,
    async up(transaction) {
      await sql`alter table requests add column cached_tokens bigint not null default 0`.execute(transaction)
      await sql`alter table keys add column note text`.execute(transaction)
      await sql`create table notes (id text primary key, team_id text not null)`.execute(transaction)
    },
  },
  {
    name: 'indexes',
    kind: 'concurrent',
    readsFrom,
    indexes: [{ name: 'requests_by_cache', on: 'requests (cached_tokens)' }],
  },
]

describe.runIf(hasMounts())('below 5% of free disk', () => {
  test('the server is ready, answers, and says that the disk is nearly full', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sextant-disk-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const config = path.join(tmpdir(), `sextant-disk-${crypto.randomUUID()}.yaml`)
    writeFileSync(config, '')
    onTestFinished(() => rmSync(config))
    const key = 'a-key-for-the-test-of-a-nearly-full-disk'
    const fill = `dd if=/dev/zero of=${folder}/taken bs=1k count=62500 2>/dev/null`
    const full = `mount -t tmpfs -o size=64000k tmpfs ${folder} && ${fill}; exec "$@"`
    const launcher = ['unshare', '-rm', 'sh', '-c', full, 'sh']
    const environment = { SEXTANT_INITIAL_API_KEY: key }
    const { gateway, url } = await startGatewayProgram(folder, config, environment, { launcher })
    onTestFinished(() => void gateway.kill('SIGKILL'))

    const nearlyFull = await ask(url)
    const models = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })

    expect(nearlyFull).toMatchObject({ code: 200, status: 'ready', reasons: [] })
    expect(nearlyFull.parts['disk']).toEqual({
      state: 'degraded',
      reason: 'Less than 5% of the disk of the data folder is free. Free some space.',
    })
    expect(models.status).toBe(200)
  })
})

describe('with a console', () => {
  test('the server is ready while the console is built; its part is ready when the console responds', async () => {
    const token = 'internal-token-of-this-test'
    let built = false
    const console = createHttpServer((incoming, outgoing) => {
      if (!built) return void incoming.destroy()
      const known = isInternal(incoming.headers['x-sextant-internal'], token)
      outgoing.writeHead(known && incoming.url === '/healthz' ? 200 : 401).end()
    }).listen(0, '127.0.0.1')
    await once(console, 'listening')
    onTestFinished(() => console.close().closeAllConnections())
    const { port: consolePort } = console.address() as AddressInfo
    await using sextant = await startTestGateway({
      config: {
        consoleEnabled: true,
        internal: { token, consolePort, modelsPort: consolePort, gatewayPort: null },
      },
    })

    const building = [await ask(sextant.url), await ask(sextant.url, '?part=console')] as const
    built = true
    const running = await ask(sextant.url, '?part=console')

    const reason = 'The console is being built or restarted.'
    expect(building[0]).toMatchObject({ code: 200, status: 'ready', reasons: [] })
    expect(building[0].parts['console']).toEqual({ state: 'unavailable', reason })
    expect(building[1]).toMatchObject({ code: 503, status: 'not ready', reasons: [reason] })
    expect(running).toMatchObject({ code: 200, parts: { console: ready } })
  })
})

/** A TCP proxy to a database that stops forwarding without closing its connections. */
async function startNetwork(databaseUrl: string): Promise<{ url: string; silence(): void; restore(): void }> {
  const target = new URL(databaseUrl)
  const upstreamPort = Number(target.port)
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer(client => {
    const upstream = connect(upstreamPort, target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      if (silent) from.pause()
      from.on('data', bytes => void to.write(bytes))
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  target.port = String((server.address() as AddressInfo).port)
  return {
    url: target.href,
    silence() {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    restore() {
      silent = false
      for (const socket of sockets) socket.resume()
    },
  }
}

/** Whether a disk of its own can be mounted here. */
function hasMounts(): boolean {
  const { status } = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /tmp'])
  return status === 0
}
