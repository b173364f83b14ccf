import { ApiError } from '#lib/errors.ts'
import { readAddress } from '#lib/web/fetch/address-range.ts'
import type { GuardedConnectOptions } from '#lib/web/fetch/guarded-connect.ts'

/** One entry of `ssrf-urls.json`; the nth lookup of a name gets answer n modulo their number. */
export interface SsrfEntry {
  readonly id: string
  readonly url: string
  readonly resolves?: Readonly<Record<string, readonly (readonly string[])[]>>
  readonly expect: 'block' | 'allow'
  readonly why: string
}

const publicAddresses: ReadonlySet<string> = new Set(['93.184.216.34', '2606:2800:220:1::34', '172.32.0.1'])

export type Answers = NonNullable<GuardedConnectOptions['resolve']>

/** The resolver of one entry. */
export function createTestResolver(entry: SsrfEntry): Answers {
  const lookups = new Map<string, number>()
  return (host, callback) => {
    const answers = entry.resolves?.[host]
    if (answers === undefined) return callback(new Error(`ENOTFOUND ${host}`), [])
    const count = lookups.get(host) ?? 0
    lookups.set(host, count + 1)
    const addresses = answers[count % answers.length] ?? []
    callback(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

/**
 * A network without outside sockets: every connection goes to `open`, and records its intended address, which its
 * socket also reports as its peer's.
 */
export function createTestNetwork(entry: SsrfEntry, open: (done: (socket: object) => void) => void) {
  const reached: string[] = []
  const build = ((options: { lookup: LookupLike }) =>
    ({ hostname }: { hostname: string }, callback: (error: Error | null, socket: unknown) => void) => {
      const connect = (address: string): void => {
        open(socket => {
          reached.push(address)
          callback(null, Object.defineProperty(socket, 'remoteAddress', { value: address }))
        })
      }
      if (readAddress(hostname) !== null) return connect(hostname)
      options.lookup(hostname, { all: true }, (error, addresses) => {
        if (error !== null) return callback(error, null)
        connect(addresses[0]?.address ?? '')
      })
    }) as unknown as NonNullable<GuardedConnectOptions['build']>
  return { connect: { resolve: createTestResolver(entry), build }, reached }
}

/** Whether a call that reached this address did no harm. */
export function isHarmless(address: string): boolean {
  return publicAddresses.has(address)
}

/**
 * Fetches once, or four times if a name changes its answer.
 * @returns for each attempt `ok` or the error code, and the expected values: for such a name, its public answers
 * too
 */
export async function askAll(
  entry: SsrfEntry,
  fetchBody: (url: string) => Promise<string>,
): Promise<{ outcomes: string[]; right: string[] }> {
  const rebinds = Object.values(entry.resolves ?? {}).some(answers => answers.length > 1)
  const outcomes: string[] = []
  for (let time = 0; time < (rebinds ? 4 : 1); time++) {
    try {
      await fetchBody(entry.url)
      outcomes.push('ok')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      outcomes.push(error.code)
    }
  }
  const right = outcomes.map((_, time) => {
    return entry.expect === 'allow' || (rebinds && time % 2 === 0) ? 'ok' : 'url_not_allowed'
  })
  return { outcomes, right }
}

type LookupLike = (
  host: string,
  options: { all: true },
  callback: (error: Error | null, addresses: readonly { address: string }[]) => void,
) => void
