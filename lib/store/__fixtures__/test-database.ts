import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A temporary PostgreSQL server for tests, with its own port and folder. */
export interface TestPostgres {
  /** Creates an empty database, or a copy of one without open connections, and returns its URL. */
  createDatabase(source?: string): Promise<string>
  /** Deletes a database of `createDatabase`, unless it still has open connections. */
  dropDatabase(url: string): Promise<void>
  /** Kills the server at any moment. */
  kill(): Promise<void>
  /** Restarts it with its data. */
  restart(): Promise<void>
  /** Stops it and deletes its folder. */
  stop(): Promise<void>
}

const installed = '/usr/lib/postgresql'
const inUse = '55006'

/** Why PostgreSQL cannot start here, and the remedy; null when it can. */
export function missingPostgres(): string | null {
  if (findBin() === null) return 'PostgreSQL is missing: apt-get install postgresql'
  if (process.getuid?.() === 0 && findOwner() === null) return 'the user postgres is missing'
  return null
}

export async function startPostgres(): Promise<TestPostgres> {
  const bin = findBin()
  if (bin === null) throw new Error('PostgreSQL is missing: apt-get install postgresql')
  // The server refuses to run as root.
  const owner = process.getuid?.() === 0 ? findOwner() : null
  const folder = mkdtempSync(join(tmpdir(), 'sextant-postgres-'))
  if (owner !== null) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'sextant', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...owner, cwd: folder, stdio: 'pipe' },
  )
  let { server, port } = await launchOnFreePort(bin, data, folder, owner)
  const guard = cleanUpAfterThisProcess(data, folder)
  let databases = 0

  return {
    async createDatabase(source) {
      const name = `test_${++databases}`
      const template = source === undefined ? '' : ` template ${new URL(source).pathname.slice(1)}`
      await query(port, `create database ${name}${template}`)
      return toUrl(port, name)
    },
    async dropDatabase(url) {
      try {
        await query(port, `drop database ${new URL(url).pathname.slice(1)}`)
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && error.code === inUse)) throw error
      }
    },
    async kill() {
      // A process with an open connection answers until it notices that the server is gone.
      const { rows } = await query<{ pid: number }>(port, 'select pid from pg_stat_activity')
      await end(server, 'SIGKILL')
      for (const { pid } of rows) killIfRunning(pid)
    },
    async restart() {
      server = await relaunch(() => launch(bin, data, folder, owner, port))
    },
    async stop() {
      await end(server, 'SIGQUIT')
      guard.stdin?.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Owner = { uid: number; gid: number } | null

function findBin(): string | null {
  if (!existsSync(installed)) return null
  const versions = readdirSync(installed).sort((a, b) => Number(b) - Number(a))
  const bins = versions.map(version => join(installed, version, 'bin'))
  return bins.find(bin => existsSync(join(bin, 'initdb'))) ?? null
}

function findOwner(): Owner {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }).toString())
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

/** Test runners kill their processes: no handler of theirs would run. */
function cleanUpAfterThisProcess(data: string, folder: string): ChildProcess {
  const script = 'cat; kill -QUIT "$(head -n 1 "$0/postmaster.pid")"; sleep 1; rm -rf "$1"'
  const guard = spawn('sh', ['-c', script, data, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  return guard
}

async function launchOnFreePort(bin: string, data: string, folder: string, owner: Owner) {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(20_000, 32_000)
    try {
      return { server: await launch(bin, data, folder, owner, port), port }
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

/** After a kill, the server's other processes hold its shared memory until they notice. */
async function relaunch(start: () => Promise<ChildProcess>): Promise<ChildProcess> {
  const deadline = Date.now() + 20_000
  for (;;) {
    try {
      return await start()
    } catch (error) {
      const held = error instanceof Error && error.message.includes('pre-existing shared memory block')
      if (!held || Date.now() > deadline) throw error
      await sleep(100)
    }
  }
}

/** Without fsync: a machine crash may lose test data, a server kill may not. */
async function launch(
  bin: string,
  data: string,
  folder: string,
  owner: Owner,
  port: number,
): Promise<ChildProcess> {
  const options = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=50',
  ]
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...options.flatMap(option => ['-c', option])],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log.slice(-500)}`)))
    server.stderr.on('data', (text: Buffer) => {
      log = (log + text.toString()).slice(-10_000)
      if (/ready to accept connections/.test(log)) resolve()
    })
  })
  return server
}

async function query<Row extends pg.QueryResultRow>(port: number, text: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client(toUrl(port, 'postgres'))
  await client.connect()
  try {
    return await client.query<Row>(text)
  } finally {
    await client.end()
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}

function toUrl(port: number, database: string): string {
  return `postgres://sextant@127.0.0.1:${port}/${database}`
}
