import { join } from 'node:path'
import { startPostgres } from '#lib/store/__fixtures__/test-database.ts'
import { freePort } from './free-port.ts'
import { percentile } from './gateway-load.ts'
import { fillRequests, type Filled } from './requests-fill.ts'
import { type Row, toRow } from './row.ts'
import { startProcess } from './start-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = join(import.meta.dirname, '..')
const rounds = 40
const warmUp = 3
const goalMs = 300

/** The queries of the usage and request log pages with a million requests, on both databases. */
export async function run(): Promise<readonly Row[]> {
  const onSqlite = await measure('SQLite', null)
  const postgres = await startPostgres()
  try {
    return [...onSqlite, ...(await measure('PostgreSQL', await postgres.createDatabase()))]
  } finally {
    await postgres.stop()
  }
}

async function measure(name: string, databaseUrl: string | null): Promise<Row[]> {
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const filled = await fillRequests({ dataDir, databaseUrl })
  const port = await freePort()
  const url = `http://localhost:${port}`
  await using _running = await startProcess(process.execPath, [join(root, 'bin/start.ts')], {
    cwd: root,
    env: {
      PORT: String(port),
      SEXTANT_DATA_DIR: dataDir,
      MODEL_SOURCES: 'file',
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    },
    ready: async () => (await fetch(`${url}/readyz`)).ok && (await fetch(`${url}/team/usage`)).ok,
    patienceMs: 240_000,
  })
  const rows = [
    toRow({ name: `${name}: rows written with their sums`, unit: '1/s', ours: filled.rowsPerSecond }),
  ]
  for (const [what, path] of Object.entries(questions(filled))) {
    const times = await timesOf(url + path)
    rows.push(
      toRow({ name: `${name}: ${what}, p50`, unit: 'ms', ours: percentile(times, 0.5) }),
      toRow({ name: `${name}: ${what}, p95`, unit: 'ms', ours: percentile(times, 0.95), goal: goalMs }),
    )
  }
  return rows
}

function questions({ keyId, model }: Filled): Readonly<Record<string, string>> {
  const to = Date.now()
  const month = `/api/usage?from=${to - 30 * 24 * 3_600_000}&to=${to}&zone=Europe/Berlin`
  return {
    'usage of 30 days, by day': month,
    'usage of 30 days, by model': `${month}&by=model`,
    'usage of 30 days, by 1,000 keys': `${month}&by=key`,
    'usage of 30 days, by member': `${month}&by=member`,
    'usage of one key over 30 days, by model': `${month}&by=model&key=${keyId}`,
    'request log, newest page': '/api/requests',
    'request log of a key': `/api/requests?key=${keyId}`,
    'request log of a model, failed only': `/api/requests?model=${encodeURIComponent(model)}&outcome=failed`,
  }
}

async function timesOf(address: string): Promise<number[]> {
  const times: number[] = []
  for (let round = -warmUp; round < rounds; round++) {
    const startMs = performance.now()
    const response = await fetch(address)
    await response.text()
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    if (round >= 0) times.push(performance.now() - startMs)
  }
  return times
}
