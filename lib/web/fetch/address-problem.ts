import { lookup } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAddressGuard } from './address-guard.ts'
import { readAddress } from './address-range.ts'

export interface AddressProblemOptions {
  /** Addresses and networks that may be used although they are not public. */
  readonly allow: readonly string[]
  /** Overrides the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly { readonly address: string }[]>
}

const resolveMsMax = 1_000

/**
 * Why no call will reach a URL from the console: its address, or one that its name resolves to, is blocked. Every
 * connection checks again.
 * @returns null if it may be used, or if its name does not resolve now
 */
export async function findAddressProblem(
  url: string,
  { allow, resolve = resolveAll }: AddressProblemOptions,
): Promise<string | null> {
  const parsed = URL.parse(url)
  if (parsed === null) return null
  const host = parsed.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  const port = Number(parsed.port) || (parsed.protocol === 'https:' ? 443 : 80)
  const guard = createAddressGuard(allow)
  const addresses = readAddress(host) === null ? await resolveSoon(host, resolve) : [host]
  const refused = addresses.find(address => guard.refusal(address, host, port) !== null)
  if (refused === undefined) return null
  const address = refused === host ? refused : `${host} (${refused})`
  return `${address} is a private or reserved address. Set ALLOW_PRIVATE_PROVIDERS to allow private networks.`
}

async function resolveSoon(
  host: string,
  resolve: NonNullable<AddressProblemOptions['resolve']>,
): Promise<string[]> {
  const late = new AbortController()
  try {
    const found = await Promise.race([
      resolve(host).catch(() => []),
      sleep(resolveMsMax, [], { ref: false, signal: late.signal }),
    ])
    return found.map(({ address }) => address)
  } finally {
    late.abort()
  }
}

function resolveAll(host: string): Promise<readonly { readonly address: string }[]> {
  return lookup(host, { all: true })
}
