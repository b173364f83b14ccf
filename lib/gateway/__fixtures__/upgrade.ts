import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { startPostgres } from '#lib/store/__fixtures__/test-database.ts'
import { openStore, type Store } from '#lib/store/core/store.ts'
import { type GatewayProgram, startGatewayProgram } from './gateway-program.ts'
import { unpackPreviousVersion } from './previous-version.ts'

export interface UpgradeOptions {
  /** Rows of requests in the database before the new version starts. */
  readonly rows: number
  /** How long both versions serve side by side. */
  readonly sideBySideMs: number
}

export interface Upgrade {
  /** Calls with another result than expected, as `<version> <call>: <status>`. */
  readonly failed: readonly string[]
  /** How many calls were made, by `<version> <call>`. */
  readonly made: Readonly<Record<string, number>>
  /** What the requests of the budget's key cost, by their rows and by the budget. */
  readonly spent: { readonly rowsNanos: number; readonly budgetNanos: number; readonly limitNanos: number }
}

/**
 * Serves with the previous version, then starts this one on the same PostgreSQL while requests go on; both serve, the
 * previous one restarts and serves on the new schema, and goes on when this one is gone.
 */
export async function upgrade({ rows, sideBySideMs }: UpgradeOptions): Promise<Upgrade> {
  await using closing = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-upgrade-'))
  closing.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const postgres = await startPostgres()
  closing.defer(() => postgres.stop())
  const databaseUrl = await postgres.createDatabase()
  const upstream = closing.use(await startScriptedUpstream())
  const config = join(dataDir, 'sextant.yaml')
  writeFileSync(config, toConfig(upstream.baseUrl))
  const { folder } = closing.use(unpackPreviousVersion())
  const start = async (root?: string) => {
    const environment = { DATABASE_URL: databaseUrl, SEXTANT_INITIAL_API_KEY: initialKey }
    const program = await startGatewayProgram(dataDir, config, environment, root === undefined ? {} : { root })
    closing.defer(() => void program.gateway.kill('SIGKILL'))
    return program
  }

  const load = new Load()
  const previous = await start(folder)
  await load.call('previous', 'chat', 200, () => chat(previous, initialKey))
  await insertRows(databaseUrl, rows)
  const before = load.start('previous', chatCalls(previous, initialKey))
  const current = await start()
  await before.stop()

  const store = await openStore({ dataDir, databaseUrl })
  closing.defer(() => store.close())
  const { teamId } = await store.teams.openModeOwner()
  const settings = { teamId, ownerId: null, kind: 'api', scopes: ['chat'] } as const
  const budget = { limitNanos: 50 * costNanos, period: null }
  const limited = await store.keys.create({ ...settings, name: 'budget', budget })

  const sides = [
    { version: 'previous', own: previous, other: current },
    { version: 'current', own: current, other: previous },
  ] as const
  const running = sides.flatMap(({ version, own, other }) => [
    load.start(version, chatCalls(own, initialKey)),
    load.start(version, [{ name: 'library', expected: [200], run: () => addToLibrary(own, other) }]),
    load.start(version, [{ name: 'new and revoked key', expected: [401], run: () => makeAndRevokeKey(store, teamId, own) }]),
    load.start(version, [{ name: 'budget', expected: [200, 429], run: () => chat(own, limited.token) }]),
  ])
  await sleep(sideBySideMs)
  // On a busy machine the calls so far may cost less than the budget.
  const spentBy = performance.now() + 30_000
  while ((await sumRows(databaseUrl, limited.key.id)) < budget.limitNanos && performance.now() < spentBy)
    await sleep(100)
  await Promise.all(running.map(calls => calls.stop()))

  await stop(previous)
  const onNewSchema = await start(folder)
  await load.call('previous, restarted', 'ready', 200, () => get(onNewSchema, '/readyz'))
  const after = load.start('previous, restarted', chatCalls(onNewSchema, initialKey))
  await sleep(sideBySideMs / 10)
  await stop(current)
  await sleep(sideBySideMs / 10)
  await after.stop()
  await stop(onNewSchema)

  const budgets = await store.budgets.list(teamId)
  const spent = {
    rowsNanos: await sumRows(databaseUrl, limited.key.id),
    budgetNanos: budgets.byId.get(limited.key.budgetId ?? '')?.spentNanos ?? NaN,
    limitNanos: budget.limitNanos,
  }
  return { failed: load.failed, made: load.made, spent }
}

const initialKey = 'a-key-of-both-versions-for-the-test-of-an-upgrade'

// `You said: hi` is three tokens of the scripted upstream.
const costNanos = 3_000_000
const toConfig = (baseUrl: string) => `providers: [{ id: up, kind: openai, baseUrl: "${baseUrl}" }]
models: [{ id: priced, provider: up, upstream: echo, kind: chat, price: { input: 0, output: 1000 } }]
`

interface Call {
  readonly name: string
  readonly expected: readonly number[]
  /** @returns the status, 0 where the gateway does not respond */
  readonly run: () => Promise<number>
}

class Load {
  readonly failed: string[] = []
  readonly made: Record<string, number> = {}

  async call(version: string, name: string, expected: number, run: () => Promise<number>): Promise<void> {
    await this.#make(version, { name, expected: [expected], run })
  }

  /** Makes the calls one after another, again and again. */
  start(version: string, calls: readonly Call[]): { stop(): Promise<void> } {
    let stopped = false
    const loop = async () => {
      while (!stopped) {
        for (const call of calls) await this.#make(version, call)
        await sleep(20)
      }
    }
    const ended = loop()
    return {
      stop() {
        stopped = true
        return ended
      },
    }
  }

  async #make(version: string, { name, expected, run }: Call): Promise<void> {
    const status = await run()
    const label = `${version} ${name}`
    this.made[label] = (this.made[label] ?? 0) + 1
    if (!expected.includes(status)) this.failed.push(`${label}: ${status}`)
  }
}

function chatCalls(program: GatewayProgram, token: string): readonly Call[] {
  return [
    { name: 'chat', expected: [200], run: () => chat(program, token) },
    { name: 'stream', expected: [200], run: () => stream(program, token) },
  ]
}

async function chat(program: GatewayProgram, token: string): Promise<number> {
  return (await post(program, token, '/v1/chat/completions', question)).status
}

const question = { model: 'priced', messages: [{ role: 'user', content: 'hi' }], max_tokens: 3 }

/** @returns 0 for a stream that ends early */
async function stream(program: GatewayProgram, token: string): Promise<number> {
  const { status, text } = await post(program, token, '/v1/chat/completions', { ...question, stream: true })
  return status === 200 && !text.includes('data: [DONE]') ? 0 : status
}

/** Adds through one gateway what the other one shows and deletes. */
async function addToLibrary(own: GatewayProgram, other: GatewayProgram): Promise<number> {
  const added = await post(own, initialKey, '/v1/library', { title: 'Note', text: 'Llamas graze.' })
  if (added.status !== 200) return added.status
  const { id } = JSON.parse(added.text) as { id: string }
  const shown = await get(other, `/v1/library/${id}`)
  if (shown !== 200) return shown
  return (await send(other, initialKey, `/v1/library/${id}`, { method: 'DELETE' })).status
}

/** @returns the status once the key is revoked, or the first other one than expected before */
async function makeAndRevokeKey(store: Store, teamId: string, program: GatewayProgram): Promise<number> {
  const { key, token } = await store.keys.create({
    teamId,
    ownerId: null,
    name: 'new',
    kind: 'api',
    scopes: ['chat'],
  })
  const used = await chat(program, token)
  if (used !== 200) return used
  await store.keys.revoke(teamId, key.id)
  const deadline = performance.now() + 10_000
  for (;;) {
    const status = await chat(program, token)
    if (status !== 200 || performance.now() > deadline) return status
    await sleep(50)
  }
}

async function get(program: GatewayProgram, path: string): Promise<number> {
  return (await send(program, initialKey, path, {})).status
}

function post(program: GatewayProgram, token: string, path: string, body: object) {
  return send(program, token, path, { method: 'POST', body: JSON.stringify(body) })
}

async function send(
  { url }: GatewayProgram,
  token: string,
  path: string,
  request: { readonly method?: string; readonly body?: string },
): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  try {
    const response = await fetch(url + path, { ...request, headers })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (error instanceof TypeError) return { status: 0, text: '' }
    throw error
  }
}

/** Copies a row of requests. */
async function insertRows(databaseUrl: string, count: number): Promise<void> {
  const found = await query<{ name: string }>(
    databaseUrl,
    `select column_name as name from information_schema.columns
     where table_name = 'requests' and table_schema = 'public'`,
  )
  const columns = found.map(({ name }) => name)
  const values = columns.map(name => (name === 'id' ? `id || '_' || number` : name))
  await query(
    databaseUrl,
    `insert into requests (${columns.join(', ')})
     select ${values.join(', ')}
     from (select * from requests limit 1) as one, generate_series(1, ${count}) as number`,
  )
}

/** @returns what the requests of a key cost by their rows, in billionths of a dollar */
async function sumRows(databaseUrl: string, keyId: string): Promise<number> {
  const [row] = await query<{ sum: string }>(
    databaseUrl,
    `select coalesce(sum(cost_nanos), 0) as sum from requests where key_id = '${keyId}'`,
  )
  return Number(row?.sum)
}

async function query<Row extends pg.QueryResultRow>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function stop({ gateway }: GatewayProgram): Promise<void> {
  const exited = once(gateway, 'exit')
  gateway.kill('SIGTERM')
  await exited
}
