import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { OpenRequestStore } from '#lib/store/requests/open-requests.ts'
import type { JournaledRequest } from './begun-request.ts'
import type { JournalFile } from './journal-file.ts'

interface Batch {
  readonly requests: JournaledRequest[]
  readonly recorded: Promise<void>
}

const patienceMs = 1_000
const pauseMs = 5_000

/**
 * Writes requests into a table while their provider is asked, one batch after the other. While the database does not
 * respond they go to the file.
 */
export class JournalTable {
  readonly #store: OpenRequestStore
  readonly #gatewayId: string
  readonly #version: string
  readonly #file: JournalFile
  #batch: Batch | null = null
  #writing: Promise<void> = Promise.resolve()
  /** Whether other gateways know this one: they write the rows of its requests if it ends. */
  #registered = false
  #unavailableUntil = -Infinity

  constructor(store: OpenRequestStore, gateway: { id: string; version: string }, file: JournalFile) {
    this.#store = store
    this.#gatewayId = gateway.id
    this.#version = gateway.version
    this.#file = file
  }

  begin(request: JournaledRequest): void {
    if (!this.#registered || performance.now() < this.#unavailableUntil) {
      return this.#file.begin(request)
    }
    const batch = (this.#batch ??= this.#nextBatch())
    batch.requests.push(request)
    request.recorded = batch.recorded
  }

  drop(id: string): void {
    this.#writing = this.#writing.then(() => this.#attempt(this.#store.remove([id]))).then(() => undefined)
  }

  /** @returns false: the database does not respond */
  async renew(): Promise<boolean> {
    const renewed = await this.#attempt(this.#store.renew(this.#gatewayId, this.#version))
    this.#registered ||= renewed
    return renewed
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#attempt(this.#store.leave(this.#gatewayId))
  }

  #nextBatch(): Batch {
    const requests: JournaledRequest[] = []
    // All requests of this turn share a statement.
    const recorded = this.#writing.then(() => nextTurn()).then(() => this.#write(requests))
    this.#writing = recorded
    return { requests, recorded }
  }

  async #write(requests: readonly JournaledRequest[]): Promise<void> {
    this.#batch = null
    const rows = requests.map(({ begun }) => ({
      id: begun.id,
      teamId: begun.teamId,
      request: JSON.stringify(begun),
    }))
    if (await this.#attempt(this.#store.insertMany(this.#gatewayId, rows))) return
    for (const request of requests) {
      this.#file.begin(request)
      if (request.ended !== null) this.#file.end(request, request.ended)
    }
  }

  async #attempt(work: Promise<void>): Promise<boolean> {
    const late = new AbortController()
    const gaveUp = sleep(patienceMs, false, { signal: late.signal, ref: false }).catch(() => false)
    const done = await Promise.race([
      work.then(
        () => true,
        () => false,
      ),
      gaveUp,
    ])
    late.abort()
    if (!done) this.#unavailableUntil = performance.now() + pauseMs
    return done
  }
}
