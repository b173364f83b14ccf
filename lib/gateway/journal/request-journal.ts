import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Log } from '#lib/gateway/log.ts'
import type { OpenRequestStore } from '#lib/store/requests/open-requests.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import { findAbandonedFiles } from './abandoned-files.ts'
import {
  type BegunRequest,
  type EndedRequest,
  type JournaledRequest,
  toJournaled,
  toRecoveredRow,
} from './begun-request.ts'
import { JournalFile } from './journal-file.ts'
import { JournalTable } from './journal-table.ts'

const renewMs = 5_000
const defaultSilentMs = 60_000

export interface JournalOptions {
  /** Of the data folder. */
  readonly folder: string
  /** Null: the database is a file of this machine, and so is the journal. */
  readonly table: OpenRequestStore | null
  /** Of this gateway. */
  readonly version: string
  readonly insert: (rows: readonly NewRequestRow[]) => Promise<void>
  readonly log: Log
  /** A gateway that has not renewed for so long has ended. Default: one minute. */
  readonly silentMs?: number
}

/**
 * Remembers each request that asked a provider until its row is written, so that none is lost when the gateway is
 * killed: in a file, or in PostgreSQL where the data folder may be lost with the machine. The next start, or another
 * gateway, then writes its row with the estimated cost.
 */
export class RequestJournal {
  readonly #options: JournalOptions
  readonly #id = `gw_${randomUUID()}`
  readonly #file: JournalFile
  readonly #table: JournalTable | null
  readonly #timer: NodeJS.Timeout
  readonly #silentMs: number
  #startedAt = performance.now()
  #renewing: Promise<void> | null = null
  #failed = false

  constructor(options: JournalOptions) {
    this.#options = options
    this.#silentMs = options.silentMs ?? defaultSilentMs
    this.#file = new JournalFile(join(options.folder, `${this.#id}.jsonl`), this.#id, options.log)
    const { table, version } = options
    this.#table = table === null ? null : new JournalTable(table, { id: this.#id, version }, this.#file)
    this.#timer = setInterval(() => void (this.#renewing ??= this.#renew()), renewMs).unref()
  }

  /** Announces this gateway, and writes the rows of those that were killed. */
  async start(): Promise<void> {
    this.#file.open()
    await this.#table?.renew()
    await this.#recover()
  }

  /**
   * Call it before each attempt of a request, and await its `recorded` before the end of an answer.
   * @param earlier of the attempt before
   */
  begin(begun: BegunRequest, earlier: JournaledRequest | null = null): JournaledRequest {
    const request = earlier ?? toJournaled(begun)
    request.begun = begun
    if (this.#table === null) this.#file.begin(request)
    else this.#table.begin(request)
    return request
  }

  /** Call it before the first byte of an answer. @param request default: all */
  flush(request?: JournaledRequest): void {
    this.#file.flush(request)
  }

  /** The request has ended, and its row will be written soon. */
  end(request: JournaledRequest, row: EndedRequest): void {
    this.#file.end(request, row)
  }

  /** The rows are in the database, or in a file that the next start reads. */
  written(rows: readonly NewRequestRow[]): void {
    this.#file.written(rows)
  }

  /** The request leaves no row. */
  drop(request: JournaledRequest): void {
    this.#file.drop(request)
    this.#table?.drop(request.begun.id)
  }

  /** Call it when all rows are written. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#renewing
    this.#file.close()
    await this.#table?.close()
  }

  async #renew(): Promise<void> {
    try {
      this.#file.renew()
      // After an outage of the database every gateway was silent: wait until the others had time to renew.
      if (this.#table !== null && !(await this.#table.renew())) this.#startedAt = performance.now()
      await this.#recover()
    } finally {
      this.#renewing = null
    }
  }

  /** Rows that exist are not changed. */
  async #recover(): Promise<void> {
    let fault: unknown = null
    const onFault = (error: unknown): void => {
      fault = error
    }
    try {
      const files = await findAbandonedFiles(this.#options.folder, this.#id, this.#silentMs, onFault)
      for (const file of files) {
        await this.#write(file.rows)
        await file.remove().catch(onFault)
      }
      await this.#recoverTable(files.map(file => file.gatewayId))
    } catch (error) {
      onFault(error)
    }
    // The files and the table keep them.
    if (fault !== null && !this.#failed)
      this.#options.log.warn({ err: fault }, 'could not recover the requests of an earlier run')
    this.#failed = fault !== null
  }

  /** @param endedIds gateways of this machine that certainly ended */
  async #recoverTable(endedIds: readonly string[]): Promise<void> {
    if (this.#options.table === null) return
    const othersToo = performance.now() - this.#startedAt > this.#silentMs
    const { table } = this.#options
    const silence = othersToo ? this.#silentMs : null
    for (;;) {
      const abandoned = await table.findAbandoned(endedIds, silence)
      if (abandoned.length === 0) break
      await this.#write(
        abandoned.map(({ request, endedAt }) =>
          toRecoveredRow(JSON.parse(request) as BegunRequest, null, endedAt),
        ),
      )
      await table.remove(abandoned.map(({ id }) => id))
    }
    await table.removeEnded(endedIds, silence)
  }

  async #write(rows: readonly NewRequestRow[]): Promise<void> {
    if (rows.length === 0) return
    await this.#options.insert(rows)
    this.#options.log.warn({ requests: rows.length }, 'wrote the rows of requests whose gateway was killed')
  }
}
