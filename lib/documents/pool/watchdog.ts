import type { ParseLimits } from '#lib/documents/limits.ts'
import { residentBytes } from './resident-bytes.ts'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

const lookMs = 100

export type Excess = 'timeout' | 'memory' | 'folder'

export interface Watched {
  readonly pid: number
  readonly folder: string
  readonly limits: ParseLimits
  readonly rssBytesMax: number
}

export interface Watchdog {
  /** Extends the time limit for OCR pages. */
  allowPages(pages: number): void
  /** Time spent waiting for others, e.g. a speech provider with its own timeout, does not count. */
  pause(): void
  resume(): void
  /** Programs started for the file count like the worker. */
  watchAlso(pid: number): void
  stop(): void
}

/** Checks a worker from outside every 100 ms and reports the first exceeded limit. */
export function startWatchdog(watched: Watched, onExcess: (excess: Excess) => void): Watchdog {
  const { limits } = watched
  const pids = new Set([watched.pid])
  let leftMs = limits.wallMs
  let allowedMs = limits.wallMs
  let pauses = 0
  let lookedAt = performance.now()
  let looking = false
  const timer = setInterval(() => void look(), lookMs)

  async function look(): Promise<void> {
    countTime()
    if (leftMs <= 0) return report('timeout')
    if (looking) return
    looking = true
    const [bytes, sizes] = await Promise.all([
      folderBytes(watched.folder),
      Promise.all([...pids].map(residentBytes)),
    ])
    looking = false
    if (sizes.some(size => size > watched.rssBytesMax)) return report('memory')
    if (bytes > limits.folderBytes) return report('folder')
  }

  function countTime(): void {
    const now = performance.now()
    if (pauses === 0) leftMs -= now - lookedAt
    lookedAt = now
  }

  let reported = false
  function report(excess: Excess): void {
    if (reported) return
    reported = true
    clearInterval(timer)
    onExcess(excess)
  }

  return {
    allowPages: pages => {
      const more = Math.min(pages * limits.ocrPageMs, limits.ocrWallMsMax - allowedMs)
      allowedMs += Math.max(0, more)
      leftMs += Math.max(0, more)
    },
    pause: () => {
      countTime()
      pauses += 1
    },
    resume: () => {
      countTime()
      pauses -= 1
    },
    watchAlso: pid => pids.add(pid),
    stop: () => {
      reported = true
      clearInterval(timer)
    },
  }
}

/** Size of the files in a folder; files that disappear meanwhile count as zero. */
async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map(async name => (await stat(path.join(folder, name)).catch(() => null))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
