import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '#lib/store/core/store.ts'
import { isActive } from './auth/authenticate.ts'
import type { KeyCache } from './auth/key-cache.ts'
import type { ConsoleProxy } from './http/console-proxy.ts'
import type { PartCheck, PartStatus } from './readiness.ts'

const ready: PartStatus = { state: 'ready' }
const answerMsMax = 1_000

/** The parts of `/readyz` in the order of its body; a new one is a line here. */
export function toReadinessParts(options: {
  readonly store: Pick<Store, 'ping' | 'schemaState'>
  readonly keys: KeyCache
  readonly dataDir: string
  /** Null: the console is off, and is not a part. */
  readonly console: ConsoleProxy | null
}): Readonly<Record<string, PartCheck>> {
  const { store, keys, dataDir, console } = options
  return {
    database: checkDatabase(store, keys),
    schema: checkSchema(store),
    disk: () => checkDisk(dataDir),
    ...(console && { console: checkConsole(console) }),
  }
}

function checkDatabase(store: Pick<Store, 'ping'>, keys: KeyCache): PartCheck {
  const ping = once(() => store.ping().then(() => ready))
  return () =>
    withinDeadline(ping, failure => {
      const servesCached = keys.some(key => isActive(key, Date.now()))
      const served = servesCached
        ? 'Only API keys that were used before are accepted.'
        : 'No API key can be checked.'
      return {
        state: 'unavailable',
        reason: `The database ${failure}. ${served}`,
        stopsRequests: !servesCached,
      }
    })
}

function checkSchema(store: Pick<Store, 'schemaState'>): PartCheck {
  // The start has checked it.
  let last = ready
  const read = once(async () => (last = toSchemaStatus(await store.schemaState())))
  // The part `database` reports that it is unavailable.
  return () => withinDeadline(read, () => last)
}

function toSchemaStatus({
  known,
  applied,
  readsFrom,
}: Awaited<ReturnType<Store['schemaState']>>): PartStatus {
  if (applied < known) {
    const reason = `The database has schema ${applied}, and this version needs ${known}. Restart it.`
    return { state: 'unavailable', reason, stopsRequests: true }
  }
  const newer = `A newer version of Sextant migrated the database to schema ${applied}`
  if (readsFrom > known) {
    const reason = `${newer}, which this version (schema ${known}) cannot use. Upgrade it.`
    return { state: 'unavailable', reason, stopsRequests: true }
  }
  if (applied === known) return ready
  const reason = `${newer}. This version (schema ${known}) keeps working until you upgrade it.`
  return { state: 'degraded', reason }
}

const freeShareMin = 0.05

async function checkDisk(dataDir: string): Promise<PartStatus> {
  try {
    const { bavail, blocks } = await statfs(dataDir)
    if (blocks === 0 || bavail / blocks >= freeShareMin) return ready
    const reason = 'Less than 5% of the disk of the data folder is free. Free some space.'
    return { state: 'degraded', reason }
  } catch {
    return { state: 'degraded', reason: 'The data folder cannot be read.' }
  }
}

function checkConsole(console: ConsoleProxy): PartCheck {
  const ask = once(() => console.ping().then(() => ready))
  return () =>
    withinDeadline(ask, () => ({
      state: 'unavailable',
      reason: 'The console is being built or restarted.',
      stopsRequests: false,
    }))
}

/** Shares a running check among callers: `/readyz` needs no key, and must not open connections without limit. */
function once<T>(check: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () =>
    (running ??= check().finally(() => {
      running = null
    }))
}

function withinDeadline(
  check: () => Promise<PartStatus>,
  onFailure: (failure: string) => PartStatus,
): Promise<PartStatus> {
  return Promise.race([
    check().catch(() => onFailure('is not responding')),
    sleep(answerMsMax, undefined, { ref: false }).then(() => onFailure('did not respond within 1 s')),
  ])
}
