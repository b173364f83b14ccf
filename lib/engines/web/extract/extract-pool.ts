import { retire, runJob, type Seat } from './extract-seat.ts'
import type { Extraction, ExtractionJob } from './extraction.ts'

const jobMsMax = 5000
const memoryMegabytesMax = 512
const flatMsMax = 10_000
const idleMs = 60_000

export interface ExtractPoolOptions {
  /** How many pages are worked on at a time. */
  readonly workers: number
  /** In the place of five seconds a page. */
  readonly jobMs?: number
  /** In the place of 512 MB a thread. */
  readonly memoryMegabytes?: number
}

/** @throws what the signal was aborted with; Error when even the text alone could not be read */
export type Extract = (job: ExtractionJob, signal: AbortSignal) => Promise<Extraction>

/**
 * Extracts pages in threads, each page within 5 seconds of work and 512 MB; what takes more is stopped with its thread, and its
 * text alone is read. Others are not kept waiting by it, and the gateway's own thread never parses a page.
 */
export function createExtractPool(options: ExtractPoolOptions): Extract {
  const { workers, jobMs = jobMsMax, memoryMegabytes = memoryMegabytesMax } = options
  const free: Seat[] = Array.from({ length: workers }, () => ({ worker: null, idle: null, memoryMegabytes }))
  const waiting: ((seat: Seat) => void)[] = []

  async function takeSeat(signal: AbortSignal): Promise<Seat> {
    signal.throwIfAborted()
    const seat = free.pop()
    if (seat !== undefined) return seat
    return await new Promise((resolve, reject) => {
      const onSeat = (given: Seat): void => {
        signal.removeEventListener('abort', onAbort)
        resolve(given)
      }
      const onAbort = (): void => {
        waiting.splice(waiting.indexOf(onSeat), 1)
        reject(signal.reason as Error)
      }
      waiting.push(onSeat)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  function giveBack(seat: Seat): void {
    const next = waiting.shift()
    if (next !== undefined) return next(seat)
    seat.idle = setTimeout(() => retire(seat), idleMs).unref()
    free.push(seat)
  }

  return async (job, signal) => {
    const seat = await takeSeat(signal)
    if (seat.idle !== null) clearTimeout(seat.idle)
    try {
      const first = await runJob(seat, { ...job, flat: null }, jobMs, signal)
      if (first.kind === 'done') return first.extraction
      // Reading a stream takes as long as the page is: there is nothing that could make it slow.
      const second = await runJob(seat, { ...job, flat: first.reason }, flatMsMax, signal)
      if (second.kind === 'done') return second.extraction
      throw new Error(`No text could be read from the page: ${second.reason}.`, { cause: second.error })
    } finally {
      giveBack(seat)
    }
  }
}
