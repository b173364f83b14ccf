import type { IncomingMessage } from 'node:http'
import { toClientNetwork, toClientSite } from '#lib/client-network.ts'
import type { ApiError } from '#lib/errors.ts'
import { isLoopbackAddress } from '#lib/loopback-host.ts'
import { redactCut } from '#lib/redact.ts'

/** A request without a valid key or without a route: it belongs to no team, and the log has no row of it. */
export interface RefusedRequest {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly method: string
  /** Without its query. */
  readonly path: string
  /** The header `User-Agent`. */
  readonly client: string | null
  readonly status: number
  readonly code: string
}

const requestsMax = 50
// A sender of many cannot displace those of all others, also not with many networks of one customer.
const perNetworkMax = 10
const perSiteMax = 20
const shownMs = 10 * 60_000
const textLengthMax = 100

/** The last refused requests, in memory only. They are shown to members at the network that sent them. */
export class RefusedRequests {
  readonly #now: () => number
  #requests: SentRequest[] = []

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** @param address of the client; empty once the connection is closed */
  add(address: string, incoming: IncomingMessage, error: ApiError): void {
    if (address === '') return
    const network = toNetwork(address)
    const agent = incoming.headers['user-agent']
    const refused = {
      at: this.#now(),
      method: toShown(incoming.method ?? ''),
      path: toShown(incoming.url?.split('?')[0] ?? ''),
      client: agent === undefined ? null : toShown(agent),
      status: error.status,
      code: error.code,
    }
    const site = toClientSite(address)
    const dropped =
      this.#oldest(perNetworkMax, each => each.network === network) ??
      this.#oldest(perSiteMax, each => each.site === site)
    const others = this.#requests.filter(each => each !== dropped)
    this.#requests = [...others, { network, site, refused }].slice(-requestsMax)
  }

  /** Those of an address's network since a time, newest first, at most ten minutes old. */
  list(address: string, since: number): readonly RefusedRequest[] {
    const network = toNetwork(address)
    const oldest = Math.max(since, this.#now() - shownMs)
    return this.#requests
      .filter(each => each.network === network && each.refused.at >= oldest)
      .map(({ refused }) => refused)
      .toReversed()
  }

  /** @returns null: fewer match */
  #oldest(countMax: number, matches: (sent: SentRequest) => boolean): SentRequest | null {
    const matching = this.#requests.filter(matches)
    return matching.length < countMax ? null : (matching[0] ?? null)
  }
}

interface SentRequest {
  readonly network: string
  readonly site: string
  readonly refused: RefusedRequest
}

/** This machine has several addresses: a browser may use another one than curl. */
function toNetwork(address: string): string {
  const network = toClientNetwork(address)
  return isLoopbackAddress(address) || network.startsWith('127.') ? 'loopback' : network
}

/** Senders choose these texts: short, without secrets, and without characters that hide or reverse others. */
function toShown(text: string): string {
  return redactCut(text.slice(0, textLengthMax)).replace(/[^ -~]/gu, '?')
}
