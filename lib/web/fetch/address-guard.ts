import {
  inNetwork,
  isMetadataAddress,
  isPublicAddress,
  readAddress,
  toCidr,
  type Network,
} from './address-range.ts'

/** Checks each address before a connection uses it; `host` is the resolved name. */
export interface AddressGuard {
  /** @returns why the address is blocked, for the log; null if allowed */
  refusal(address: string, host: string, port: number): string | null
  /** Whether the allowlist contains this host or address, so that name and port rules do not apply. */
  lists(host: string, port: number): boolean
}

interface AllowEntry {
  readonly host: string | null
  readonly network: Network | null
  readonly port: number | null
}

/**
 * Allows public addresses, and those on the allowlist: hosts, addresses or networks, with an optional port
 * (`10.0.0.0/8`, `wiki.corp:8000`, `[fd00::5]:80`). Metadata addresses stay blocked.
 * @throws Error for an invalid entry
 */
export function createAddressGuard(allow: readonly string[]): AddressGuard {
  const entries = allow.map(readEntry)
  const listed = (address: string | null, host: string, port: number) => {
    const parsed = address === null ? null : readAddress(address)
    return entries.some(
      entry =>
        (entry.port === null || entry.port === port) &&
        (entry.host === host ||
          (entry.network !== null && parsed !== null && inNetwork(parsed, entry.network))),
    )
  }
  return {
    refusal(address, host, port) {
      if (isMetadataAddress(address)) return `${address} is a metadata address`
      if (isPublicAddress(address) || listed(address, host, port)) return null
      return `${address} is not public`
    },
    lists: (host, port) => listed(host, host, port),
  }
}

function readEntry(text: string): AllowEntry {
  const isAddress = readAddress(text.replace(/\/\d+$/, '')) !== null
  const match = /^(?:\[(?<six>[^\]]+)\]|(?<plain>[^:[\]]+))(?::(?<port>\d+))?$/.exec(text)
  const host = isAddress ? text : (match?.groups?.['six'] ?? match?.groups?.['plain'])
  if (host === undefined) throw new Error(`"${text}" is not a host, address or network`)
  const port = isAddress ? undefined : match?.groups?.['port']
  const isName = !isAddress && !host.includes('/') && readAddress(host) === null
  return {
    host: isName ? host.toLowerCase() : null,
    network: isName ? null : readNetwork(host),
    port: port === undefined ? null : Number(port),
  }
}

function readNetwork(text: string): Network {
  try {
    return toCidr(text)
  } catch (error) {
    throw new Error(`"${text}" is not a host, address or network`, { cause: error })
  }
}
