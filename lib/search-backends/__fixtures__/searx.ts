import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { environment } from '#lib/config.ts'
import { type SearxUpstream, startSearxUpstream } from './searx-upstream.ts'

const program = '/usr/bin/searx-run'
const settingsFile = new URL('../../../e2e/fixtures/searx-test-settings.yml', import.meta.url)
export const searxMissing = existsSync(program)
  ? null
  : 'searx is missing: apt-get install -y --no-install-recommends searx'

/** Results of the server's engines: rows of their full-text tables. */
export interface SearxContent {
  readonly docs?: readonly { title: string; url: string; content: string }[]
  readonly imgs?: readonly { title: string; url: string; img_src: string; thumbnail_src: string }[]
  readonly vids?: readonly { title: string; url: string; content: string; thumbnail: string; iframe_src: string }[]
  readonly ans?: readonly { q: string; answer: string }[]
}

export interface Searx extends AsyncDisposable {
  readonly origin: string
  readonly upstream: SearxUpstream
}

const schema = `
CREATE VIRTUAL TABLE docs USING fts5(title, url, content);
CREATE VIRTUAL TABLE imgs USING fts5(title, url, img_src, thumbnail_src);
CREATE VIRTUAL TABLE vids USING fts5(title, url, content, thumbnail, iframe_src);
CREATE TABLE ans(q TEXT, answer TEXT);`

/** Debian's searx on loopback, with engines that query our database and our server. */
export async function startSearx(content: SearxContent): Promise<Searx> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-searx-'))
  const database = join(folder, 'docs.db')
  fillDatabase(database, content)
  const upstream = await startSearxUpstream()
  const port = await freePort()
  const settings = readFileSync(settingsFile, 'utf8')
    .replaceAll('__DOCS_DB__', database)
    .replaceAll('__PORT__', String(port))
    .replaceAll('__UPSTREAM_PORT__', String(upstream.port))
  const path = join(folder, 'settings.yml')
  writeFileSync(path, settings)
  const child = spawn(program, { env: { ...environment, SEARX_SETTINGS_PATH: path, HOME: folder }, stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  await untilReady(origin)
  return {
    origin,
    upstream,
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await upstream[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fillDatabase(path: string, content: SearxContent): void {
  using database = new Closing(path)
  database.exec(schema)
  for (const [table, rows] of Object.entries(content)) {
    for (const row of rows) {
      const names = Object.keys(row)
      const values = names.map(name => `@${name}`).join(', ')
      database.prepare(`INSERT INTO ${table}(${names.join(', ')}) VALUES (${values})`).run(row)
    }
  }
}

class Closing extends Database implements Disposable {
  [Symbol.dispose](): void {
    this.close()
  }
}

async function untilReady(origin: string): Promise<void> {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; ) {
    const ready = await fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('searx is not ready after 30 s')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
