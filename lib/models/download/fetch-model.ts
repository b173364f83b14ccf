import {
  rm,
  stat,
  access,
  constants,
  mkdir,
  link,
  readFile,
  rename,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogEntry } from '#lib/models/catalog-entry.ts'
import { modelFile, modelFolder, sizeOfModel } from '#lib/models/model-files.ts'
import { folderSize } from '#lib/models/sources/folder-size.ts'
import type { Source, SourceName } from '#lib/models/sources/source.ts'
import { fetchFile, type Refusals, requireDiskSpace } from './fetch-file.ts'
import { createSpeedometer, remainingMs, type DownloadProgress } from './progress.ts'
import { ApiError } from '#lib/errors.ts'
import { hostname } from 'node:os'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export interface FetchModelOptions {
  readonly modelsDir: string
  readonly sources: readonly Source[]
  readonly refusals: Refusals
  readonly signal: AbortSignal
  readonly report: (progress: DownloadProgress) => void
}

/**
 * Downloads and verifies all files of a model; existing ones are not downloaded again.
 * @throws ApiError `model_unavailable` when every source fails, `storage_full` without enough space
 */
export async function fetchModel(entry: CatalogEntry, options: FetchModelOptions): Promise<void> {
  const { modelsDir, sources, refusals, signal, report } = options
  const totalBytes = sizeOfModel(entry)
  const speed = createSpeedometer()
  const tell = (
    file: string,
    step: {
      state: 'waiting' | 'downloading' | 'verifying' | 'ready'
      source: SourceName | null
      doneBytes: number
    },
  ) => {
    const bytesPerSecond = step.state === 'downloading' ? speed(step.doneBytes) : 0
    const left = remainingMs(totalBytes - step.doneBytes, bytesPerSecond)
    report({ model: entry.id, file, totalBytes, bytesPerSecond, remainingMs: left, ...step })
  }
  const folder = modelFolder(modelsDir, entry)
  await makeModelFolder(folder)
  await using _lock = await acquireLock(join(folder, '.lock'), {
    signal,
    waiting: () => tell(entry.files[0]?.name ?? '', { state: 'waiting', source: null, doneBytes: 0 }),
  })
  const packageDir = join(folder, '.packages')
  let finishedBytes = 0
  for (const file of entry.files) {
    const path = modelFile(modelsDir, entry, file)
    await requireDiskSpace(folder, file.sizeBytes - (await bytesAtHand(path, packageDir)))
    await fetchFile({
      file,
      path,
      packageDir,
      sources,
      refusals,
      signal,
      report: step => tell(file.name, { ...step, doneBytes: finishedBytes + step.doneBytes }),
    })
    finishedBytes += file.sizeBytes
  }
  await rm(packageDir, { recursive: true, force: true })
  tell(entry.files.at(-1)?.name ?? '', { state: 'ready', source: null, doneBytes: totalBytes })
}

async function bytesAtHand(path: string, packageDir: string): Promise<number> {
  const sizes = await Promise.all(
    [path, `${path}.part`].map(async candidate => (await stat(candidate).catch(() => null))?.size ?? 0),
  )
  return Math.max(...sizes, await folderSize(packageDir))
}

/** @throws ApiError `model_unavailable` that names the folder and its setting if it is not writable */
export async function makeModelFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause
    const message = `No write access to the folder ${folder} (${String(cause.code)}). Change its permissions, or set MODELS_DIR to another folder.`
    throw new ApiError('model_unavailable', message, { cause, final: true })
  }
}

const heartbeatMs = 5_000
const staleMs = 30_000
const pollMs = 500

/**
 * Acquires an exclusive lock for writing next to `path`, across processes. A holder that died, or sent no
 * heartbeat for 30 s, loses it.
 * @param options.waiting called once if another process holds it
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
    // The folder may be deleted while its download is being canceled.
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

// Written to a temporary file and linked: a lock is never seen half written.
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
  // Another process may have replaced it since it was read: restore it.
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
