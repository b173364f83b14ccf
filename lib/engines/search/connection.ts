import { setTimeout as sleep } from 'node:timers/promises'
import { decodeBody } from '#lib/engines/web/decode-body.ts'
import type { ExchangeResponse } from '#lib/engines/web/exchange-response.ts'
import type { UpstreamRequest, UpstreamTarget } from '#lib/engines/upstream-request.ts'
import type { QueueGate } from './queue-gate.ts'
import { readJson } from './read-json.ts'
import { SearchFault } from './search-fault.ts'
import { toSearchFault } from './to-search-fault.ts'
import { type StatusMeanings, toStatusFault } from './to-status-fault.ts'

export type Parameters = Readonly<Record<string, string | number | undefined>>

export interface AskOptions {
  readonly signal: AbortSignal
  /** What some statuses mean here. */
  readonly meanings?: StatusMeanings
}

/** One backend at one address: polite, bounded, tried again once. */
export interface Connection {
  /** @throws SearchFault */
  getText(path: string, parameters: Parameters, options: AskOptions): Promise<string>
  /** @throws SearchFault, also for what is no JSON */
  getJson(path: string, parameters: Parameters, options: AskOptions): Promise<unknown>
  /** @throws SearchFault, also for what is no JSON */
  postJson(path: string, body: object, options: AskOptions): Promise<unknown>
}

/** Whether a backend is to be left alone, which may become known while requests to it wait. */
export interface Rest {
  /** @throws RestFault when it is */
  refuse(): void
  note(fault: SearchFault): void
}

export interface ConnectionSettings {
  readonly target: UpstreamTarget
  readonly request: UpstreamRequest
  readonly gate: QueueGate
  readonly rest: Rest
  /** Taken out of whatever the backend says. */
  readonly secret: string | null
}

const timers = { connectMs: 2000, silenceMs: 10_000, totalMs: 10_000 }
const bytesMax = 2 * 1024 * 1024
const retryMs = 250
const secretCharsMin = 8

type Sent = { readonly path: string } & (
  | { readonly method: 'GET' }
  | { readonly method: 'POST'; readonly body: string; readonly headers: Readonly<Record<string, string>> }
)

export function createConnection({ target, request, gate, rest, secret }: ConnectionSettings): Connection {
  async function once(sent: Sent, { signal, meanings }: AskOptions): Promise<string> {
    await gate.enter(signal)
    try {
      rest.refuse()
      const response = await request({ target, ...sent, signal, timers })
      if (response.status < 200 || response.status >= 300) {
        response.abort()
        throw toStatusFault(response, { keyed: secret !== null, ...(meanings !== undefined && { meanings }) })
      }
      const text = await readText(response)
      // A shorter text than any key is would be found everywhere.
      return secret === null || secret.length < secretCharsMin ? text : text.replaceAll(secret, '[redacted]')
    } catch (error) {
      const fault = toSearchFault(error, signal)
      rest.note(fault)
      throw fault
    } finally {
      gate.leave()
    }
  }

  async function ask(sent: Sent, options: AskOptions): Promise<string> {
    try {
      return await once(sent, options)
    } catch (error) {
      if (!(error instanceof SearchFault) || !error.retryable) throw error
      await sleep(retryMs, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted())
      return await once(sent, options)
    }
  }

  const get = (path: string, parameters: Parameters, options: AskOptions) =>
    ask({ method: 'GET', path: `${path}?${toQuery(parameters)}` }, options)

  return {
    getText: get,
    getJson: async (path, parameters, options) => readJson(await get(path, parameters, options)),
    async postJson(path, body, options) {
      const headers = { 'content-type': 'application/json' }
      return readJson(await ask({ method: 'POST', path, body: JSON.stringify(body), headers }, options))
    },
  }
}

async function readText(response: ExchangeResponse): Promise<string> {
  return Buffer.concat(await Array.fromAsync(decodeBody(response, bytesMax))).toString('utf8')
}

function toQuery(parameters: Parameters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.toString()
}
