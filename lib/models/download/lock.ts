import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeatMs = 5_000
const staleMs = 30_000
const pollMs = 500

/**
 * Waits for the exclusive right to write beside `path`, across processes. A holder that died, or has not been heard
 * of for 30 s, loses it.
 * @param options.waiting called once when somebody else holds it
 */
export async function acquireLock(
  path: string,
  options: { signal: AbortSignal; waiting?: () => void },
): Promise<AsyncDisposable> {
  const content = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() })
  let announced = false
  while (!(await tryCreate(path, content))) {
    options.signal.throwIfAborted()
    if (await removeStale(path)) continue
    if (!announced) options.waiting?.()
    announced = true
    await sleep(pollMs, undefined, { signal: options.signal })
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    // The folder may be removed under a download that is being cancelled.
    void utimes(path, now, now).catch(() => clearInterval(heartbeat))
  }, heartbeatMs)
  heartbeat.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(heartbeat)
      if ((await readFile(path, 'utf8').catch(() => null)) === content) await rm(path, { force: true })
    },
  }
}

// Written aside and linked into place: a lock is never seen half written.
async function tryCreate(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, content)
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function removeStale(path: string): Promise<boolean> {
  const seen = await readFile(path, 'utf8').catch(() => null)
  if (seen === null) return true
  const found = await stat(path).catch(() => null)
  if (found === null) return true
  const silent = Date.now() - found.mtimeMs > staleMs
  if (!silent && !holderDied(seen)) return false
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch {
    return true
  }
  // Another process may have replaced it since it was read: then it is put back.
  if ((await readFile(aside, 'utf8')) !== seen) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
  return true
}

function holderDied(content: string): boolean {
  const holder = parseHolder(content)
  if (holder === null || holder.host !== hostname()) return false
  try {
    process.kill(holder.pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

function parseHolder(content: string): { pid: number; host: string } | null {
  const [, pid] = /"pid":(\d+)/.exec(content) ?? []
  const [, host] = /"host":"([^"]*)"/.exec(content) ?? []
  return pid === undefined || host === undefined ? null : { pid: Number(pid), host }
}
