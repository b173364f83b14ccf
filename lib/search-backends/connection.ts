import { setTimeout as sleep } from 'node:timers/promises'
import { decodeBody } from '#lib/web/fetch/decode-body.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import type { UpstreamRequest, UpstreamTarget } from '#lib/providers/transport/upstream-request.ts'
import type { QueueGate } from './queue-gate.ts'
import { NotSentFault, SearchFault } from './search-fault.ts'
import { readRetryAfter } from '#lib/read-retry-after.ts'
import { ApiError } from '#lib/errors.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'

export type Parameters = Readonly<Record<string, string | number | undefined>>

export interface AskOptions {
  readonly signal: AbortSignal
  /** Special meanings of statuses. */
  readonly meanings?: StatusMeanings
}

/** One backend at one URL: with rate limit, timeout, size limit and one retry. */
export interface Connection {
  /** @throws SearchFault */
  getText(path: string, parameters: Parameters, options: AskOptions): Promise<string>
  /** @throws SearchFault, also for invalid JSON */
  getJson(path: string, parameters: Parameters, options: AskOptions): Promise<unknown>
  /** @throws SearchFault, also for invalid JSON */
  postJson(path: string, body: object, options: AskOptions): Promise<unknown>
}

/** Whether a backend is in cooldown, which may begin while requests wait. */
export interface Cooldown {
  /** @throws CooldownFault during a cooldown */
  refuse(): void
  note(fault: SearchFault): void
}

export interface ConnectionSettings {
  readonly target: UpstreamTarget
  readonly request: UpstreamRequest
  readonly gate: QueueGate
  readonly cooldown: Cooldown
  /** Removed from everything the backend sends. */
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

export function createConnection({
  target,
  request,
  gate,
  cooldown,
  secret,
}: ConnectionSettings): Connection {
  async function once(sent: Sent, { signal, meanings }: AskOptions): Promise<string> {
    await gate.enter(signal).catch(() => {
      throw new NotSentFault('timeout', 'timed out')
    })
    try {
      cooldown.refuse()
      const response = await request({ target, ...sent, signal, timers })
      if (response.status < 200 || response.status >= 300) {
        response.abort()
        throw toStatusFault(response, { keyed: secret !== null, ...(meanings !== undefined && { meanings }) })
      }
      const text = await readText(response)
      // A text shorter than any key would match everywhere.
      return secret === null || secret.length < secretCharsMin ? text : text.replaceAll(secret, '[redacted]')
    } catch (error) {
      const fault = toSearchFault(error, signal)
      cooldown.note(fault)
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
    getJson: async (path, parameters, options) => parseResponse(await get(path, parameters, options)),
    async postJson(path, body, options) {
      const headers = { 'content-type': 'application/json' }
      return parseResponse(await ask({ method: 'POST', path, body: JSON.stringify(body), headers }, options))
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

/** @throws SearchFault that describes the response */
function parseResponse(text: string): unknown {
  const start = text.trimStart().slice(0, 1)
  if (start === '') throw new SearchFault('error', 'empty response')
  if (start === '<') throw new SearchFault('error', 'HTML instead of JSON')
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new SearchFault('error', 'invalid JSON')
  }
}

/** Backend-specific meanings by status. */
type StatusMeanings = Readonly<Record<number, () => SearchFault>>

/** The fault for a status other than 2xx. */
function toStatusFault(
  { status, headers }: ExchangeResponse,
  { keyed, meanings = {} }: { readonly keyed: boolean; readonly meanings?: StatusMeanings },
): SearchFault {
  const meaning = meanings[status]
  if (meaning !== undefined) return meaning()
  if (status === 429) {
    const { 'retry-after': wait } = headers
    const retryAfterMs = readRetryAfter(typeof wait === 'string' ? wait : null)
    return new SearchFault('rate_limited', '429: too many requests', { retryAfterMs })
  }
  if (status === 401 || status === 403) {
    return new SearchFault('configuration', `${status}: ${keyed ? 'key rejected' : 'access denied'}`)
  }
  if (status === 402) return new SearchFault('configuration', '402: no credit left')
  if (status < 400 || status === 404) {
    return new SearchFault('configuration', `${status}: no search API at this URL`)
  }
  return new SearchFault('error', `status ${status}`, { retryable: status >= 500 })
}

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])

/**
 * The fault for a failed request; without addresses and foreign text.
 * @throws the signal's reason on abort
 */
function toSearchFault(error: unknown, signal: AbortSignal): SearchFault {
  signal.throwIfAborted()
  if (error instanceof SearchFault) return error
  if (error instanceof ApiError) return new SearchFault('error', toReason(error))
  if (!(error instanceof ExchangeFault)) throw error
  switch (error.kind) {
    case 'connect':
      return new SearchFault('unreachable', 'cannot connect')
    case 'refused':
      return new SearchFault('configuration', 'its address is blocked')
    case 'silence':
    case 'total':
    case 'aborted':
      return new SearchFault('timeout', 'timed out')
    case 'broken':
      return toBroken(error)
  }
}

function toBroken({ cause }: ExchangeFault): SearchFault {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (unreachable.has(code)) return new SearchFault('unreachable', 'cannot connect')
  if (/CERT|SIGNATURE|^ERR_(TLS|SSL)/.test(code)) {
    return new SearchFault('configuration', 'untrusted certificate')
  }
  return new SearchFault('error', 'connection interrupted', { retryable: true })
}

/** An unreadable body: too large, or unknown encoding. */
function toReason({ message }: ApiError): string {
  return message.startsWith('The response exceeds') ? 'response too large' : 'unreadable response'
}
