import { statfs } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ParserIsolation } from '#lib/capabilities/documents/create-files.ts'
import type { Store } from '#lib/store/core/store.ts'
import { requestId } from './http/request-id.ts'
import { sendJson } from './http/send.ts'

const storeMsMax = 1_000
const freeShareMin = 0.05

export interface ReadinessOptions {
  readonly store: Pick<Store, 'ping' | 'migrationsCurrent'>
  readonly dataDir: string
  /** Part of the answer, because operators see it only there and in the log. */
  readonly parsers: ParserIsolation
}

/** Whether to accept new requests. Does not wait for model weights: other providers work without them. */
export class Readiness {
  readonly #options: ReadinessOptions
  #draining = false

  constructor(options: ReadinessOptions) {
    this.#options = options
  }

  drain(): void {
    this.#draining = true
  }

  async answer(outgoing: ServerResponse): Promise<void> {
    const reasons = await this.reasons()
    const status = reasons.length === 0 ? 'ready' : 'not ready'
    const { parsers } = this.#options
    sendJson(outgoing, reasons.length === 0 ? 200 : 503, { status, reasons, parsers }, requestId())
  }

  /** The reasons, if it is not ready; empty otherwise. */
  async reasons(): Promise<string[]> {
    if (this.#draining) return ['draining']
    const checks = await Promise.all([this.#storeReason(), this.#diskReason()])
    return checks.filter(reason => reason !== null)
  }

  async #storeReason(): Promise<string | null> {
    const { store } = this.#options
    const look = async (): Promise<string | null> => {
      await store.ping()
      return (await store.migrationsCurrent()) ? null : 'migrations are not current'
    }
    return Promise.race([
      look().catch(() => 'the database is not responding'),
      sleep(storeMsMax, 'the database did not respond within 1 s', { ref: false }),
    ])
  }

  async #diskReason(): Promise<string | null> {
    const { bavail, blocks } = await statfs(this.#options.dataDir)
    return blocks > 0 && bavail / blocks < freeShareMin ? 'less than 5% of the disk is free' : null
  }
}
