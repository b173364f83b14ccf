import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ParserIsolation } from '#lib/capabilities/documents/create-files.ts'
import { ApiError } from '#lib/errors.ts'
import { requestId } from './http/request-id.ts'
import { sendError, sendJson } from './http/send.ts'

/** How a part of the server works now. */
export type PartStatus =
  | { readonly state: 'ready' }
  /** It works, with limits. */
  | { readonly state: 'degraded'; readonly reason: string }
  | {
      readonly state: 'unavailable'
      readonly reason: string
      /** Whether all requests fail, so that this server should get none. */
      readonly stopsRequests: boolean
    }

/** Never rejects, and answers within the timeout of a load balancer. */
export type PartCheck = () => PartStatus | Promise<PartStatus>

/** Fields of the body besides the parts, because operators see it only there and in the log. */
export interface ReadinessFacts {
  readonly parsers: ParserIsolation
}

/**
 * `/readyz`: whether requests sent here are served, and the state of each part. With `?part=`, whether that part
 * works. Does not wait for model weights: other providers work without them.
 */
export class Readiness {
  readonly #checks: ReadonlyMap<string, PartCheck>
  readonly #facts: ReadinessFacts
  #draining = false

  constructor(checks: Readonly<Record<string, PartCheck>>, facts: ReadinessFacts) {
    this.#facts = facts
    this.#checks = new Map([['gateway', () => this.#gateway()], ...Object.entries(checks)])
  }

  drain(): void {
    this.#draining = true
  }

  async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const asked = new URL(incoming.url ?? '/', 'http://localhost').searchParams.getAll('part')
    const unknown = asked.find(name => !this.#checks.has(name))
    if (unknown !== undefined) return sendError(incoming, outgoing, this.#unknown(unknown), requestId())
    const parts = await this.#check(asked)
    const failing = parts.filter(
      ([, status]) => status.state === 'unavailable' && (asked.length > 0 || status.stopsRequests),
    )
    sendJson(
      outgoing,
      failing.length === 0 ? 200 : 503,
      {
        status: failing.length === 0 ? 'ready' : 'not ready',
        reasons: failing.map(([, status]) => reasonOf(status)),
        parts: Object.fromEntries(
          parts.map(([name, status]) => [name, { state: status.state, reason: reasonOf(status) }]),
        ),
        ...this.#facts,
      },
      requestId(),
    )
  }

  #gateway(): PartStatus {
    if (!this.#draining) return { state: 'ready' }
    return { state: 'unavailable', reason: 'The server is stopping.', stopsRequests: true }
  }

  #unknown(name: string): ApiError {
    const message = `\`${name}\` is not a part of this server. Its parts: ${[...this.#checks.keys()].join(', ')}.`
    return new ApiError('invalid_value', message, { param: 'part' })
  }

  /** @param asked empty: all parts */
  #check(asked: readonly string[]): Promise<[string, PartStatus][]> {
    const checks = [...this.#checks].filter(([name]) => asked.length === 0 || asked.includes(name))
    return Promise.all(checks.map(async ([name, check]) => [name, await check()]))
  }
}

function reasonOf(status: PartStatus): string | null {
  return status.state === 'ready' ? null : status.reason
}
