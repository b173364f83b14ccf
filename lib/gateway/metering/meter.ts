import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import type { Log } from '#lib/gateway/log.ts'
import type { Spool } from './spool.ts'

export interface MeterOptions {
  readonly insert: (rows: NewRequestRow[]) => Promise<void>
  readonly touch: (keyIds: string[], at: number) => Promise<void>
  /** Called with rows that are in the database or in the spool. */
  readonly onWritten?: (rows: readonly NewRequestRow[]) => void
  readonly spool: Spool
  readonly log: Log
}

// Most of the cost of a batch is the same for any number of rows; more would block the event loop for longer.
const batchMax = 256
const batchMs = 250
const queueMax = 10_000
// When the file fails too, the oldest are dropped to bound memory.
const keptMax = 50_000
const retryMs = 1_000
const touchMs = 60_000

/**
 * Writes request rows in the background: in batches of 256 rows or every 250 ms. While the database is
 * unavailable they are buffered in a bounded queue, then in a file. Ids make writes idempotent.
 */
export class Meter {
  readonly #options: MeterOptions
  readonly #touchedAt = new Map<string, number>()
  #queue: NewRequestRow[] = []
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> | null = null
  #unavailable = false
  #taken = false
  #spooled = 0

  constructor(options: MeterOptions) {
    this.#options = options
  }

  get depth(): number {
    return this.#queue.length
  }

  /** Rows in the file. */
  get spooled(): number {
    return this.#spooled
  }

  add(row: NewRequestRow): void {
    this.#queue.push(row)
    if (this.#queue.length >= batchMax && !this.#unavailable) void this.#write()
    else this.#later(this.#unavailable ? retryMs : batchMs)
  }

  /** Loads rows that an earlier process could not write. */
  async recover(): Promise<void> {
    const rows = await this.#takeSpool()
    if (rows.length === 0) return
    this.#options.log.info({ rows: rows.length }, 'wrote buffered request rows of an earlier run')
    await this.#write()
  }

  /** Writes everything, or leaves it on disk for the next start. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    while (this.#writing) await this.#writing
    while (this.#queue.length > 0) {
      const before = this.#queue.length
      await this.#write()
      if (this.#queue.length >= before) break
    }
    if (this.#timer) clearTimeout(this.#timer)
    await this.#spill(this.#queue.length)
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.#write()
    }, ms)
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeBatches().finally(() => {
      this.#writing = null
      // Rows that came after the last batch found this write still in progress, and may have no timer.
      if (this.#queue.length > 0) this.#later(this.#unavailable ? retryMs : 0)
    })
    return this.#writing
  }

  async #writeBatches(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        const batch = this.#queue.slice(0, batchMax)
        await this.#options.insert(batch)
        this.#queue.splice(0, batch.length)
        this.#options.onWritten?.(batch)
        await this.#touch(batch)
      }
      if (this.#taken) await this.#options.spool.forget()
      this.#taken = false
      if (this.#unavailable) await this.#onAvailable()
    } catch (error) {
      if (!this.#unavailable)
        this.#options.log.warn({ err: error }, 'database unavailable; buffering request log')
      this.#unavailable = true
      if (this.#queue.length > queueMax) await this.#spill(queueMax)
      this.#later(retryMs)
    }
  }

  async #onAvailable(): Promise<void> {
    this.#unavailable = false
    this.#options.log.info('database available again')
    await this.#takeSpool()
    if (this.#queue.length > 0) this.#later(0)
  }

  async #takeSpool(): Promise<readonly NewRequestRow[]> {
    const rows = await this.#options.spool.take()
    this.#taken = true
    this.#spooled = 0
    // Not `push(...rows)`: an hour of rows exceeds the stack.
    this.#queue = this.#queue.concat(rows)
    return rows
  }

  /** Moves the oldest rows into the file; on a full disk they stay in memory, within its limit. */
  async #spill(count: number): Promise<void> {
    const rows = this.#queue.slice(0, count)
    try {
      await this.#options.spool.append(rows)
      this.#queue.splice(0, rows.length)
      this.#spooled += rows.length
      this.#options.onWritten?.(rows)
    } catch (error) {
      const lost = Math.max(0, this.#queue.length - keptMax)
      this.#queue.splice(0, lost)
      this.#options.log.error({ err: error, lost }, 'could not buffer request rows on disk')
    }
  }

  async #touch(rows: readonly NewRequestRow[]): Promise<void> {
    const now = Date.now()
    const due = new Set<string>()
    for (const { keyId } of rows) {
      if (now - (this.#touchedAt.get(keyId) ?? 0) < touchMs) continue
      this.#touchedAt.set(keyId, now)
      due.add(keyId)
    }
    if (due.size > 0) await this.#options.touch([...due], now)
  }
}
