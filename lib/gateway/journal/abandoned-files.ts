import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import { type BegunRequest, type EndedRequest, toRecoveredRow } from './begun-request.ts'
import type { JournalOwner } from './journal-file.ts'
import { readJournalLine } from './journal-line.ts'

/** The file of a gateway that ended without writing all of its rows. */
export interface AbandonedFile {
  readonly gatewayId: string
  readonly rows: readonly NewRequestRow[]
  /** Call it when the rows are written. */
  remove(): Promise<void>
}

/**
 * Reads the files of gateways that no longer run; one that cannot be read waits for the next time.
 * @param silentMs a gateway that has not renewed its file for so long has ended, even if another process has its
 * process ID by now
 */
export async function findAbandonedFiles(
  folder: string,
  ownId: string,
  silentMs: number,
  onUnreadable: (error: unknown) => void,
): Promise<AbandonedFile[]> {
  const found: AbandonedFile[] = []
  for (const name of await namesIn(folder)) {
    if (!name.endsWith('.jsonl') || name.startsWith(ownId)) continue
    const path = join(folder, name)
    try {
      const file = await readAbandoned(path, silentMs)
      if (file !== null) found.push({ ...file, remove: () => rm(path, { force: true }) })
    } catch (error) {
      onUnreadable(error)
    }
  }
  return found
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function readAbandoned(path: string, silentMs: number): Promise<Omit<AbandonedFile, 'remove'> | null> {
  try {
    const { mtimeMs } = await stat(path)
    const [head, ...lines] = (await readFile(path, 'utf8')).split('\n')
    const owner = readOwner(head ?? '')
    if (owner !== null && mtimeMs > Date.now() - silentMs && isRunning(owner)) return null
    return { gatewayId: owner?.gateway ?? '', rows: toRows(lines, mtimeMs) }
  } catch (error) {
    // Another gateway that has just started was faster.
    if (isMissing(error)) return null
    throw error
  }
}

/** Whether its process is alive, as far as this machine can tell. */
function isRunning({ host, pid }: JournalOwner): boolean {
  if (host !== hostname()) return true
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

function toRows(lines: readonly string[], endedAt: number): NewRequestRow[] {
  const begun = new Map<string, BegunRequest>()
  const ends = new Map<string, EndedRequest>()
  for (const text of lines) {
    const line = readJournalLine(text)
    if (line?.kind === 'begun') begun.set(line.request.id, line.request)
    if (line?.kind === 'ended') ends.set(line.id, line.end)
  }
  return Array.from(begun.values(), each => toRecoveredRow(each, ends.get(each.id) ?? null, endedAt))
}

function readOwner(head: string): JournalOwner | null {
  try {
    return JSON.parse(head) as JournalOwner
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
