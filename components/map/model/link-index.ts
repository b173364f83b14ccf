import { decodeAddress } from '#lib/client/decode-address.ts'
import type { MapLink } from './map-link.ts'
import { splitAddress } from './split-address.ts'

/** What a search looks at, for each link in lower case; it grows with the links. */
export interface LinkIndex {
  /** Each host once. */
  readonly hosts: string[]
  readonly hostPlaces: Map<string, number>
  /** Place in `hosts`. */
  readonly hostOf: number[]
  /** The decoded address without its scheme. */
  readonly addresses: string[]
  /** Empty where none is known. */
  readonly titles: string[]
  /** Decoded. */
  readonly paths: string[]
  /** Decoded, from `?` on; empty without. */
  readonly queries: string[]
}

export function emptyIndex(): LinkIndex {
  return { hosts: [], hostPlaces: new Map(), hostOf: [], addresses: [], titles: [], paths: [], queries: [] }
}

export function growIndex(index: LinkIndex, links: readonly MapLink[]): void {
  for (const { url, title } of links) {
    const { scheme, host, path, rest } = splitAddress(url)
    // Slices of the address, never sums: a sum is put together at its first search, all of them at one keystroke.
    const address = scheme === '' ? url : url.slice(scheme.length + 2)
    index.hostOf.push(hostPlace(index, host))
    index.addresses.push(decodeAddress(address).toLowerCase())
    index.titles.push(title?.toLowerCase() ?? '')
    index.paths.push(decodeAddress(path).toLowerCase() || '/')
    index.queries.push(rest.startsWith('?') ? decodeAddress(rest).toLowerCase() : '')
  }
}

function hostPlace({ hosts, hostPlaces }: LinkIndex, host: string): number {
  const known = hostPlaces.get(host)
  if (known !== undefined) return known
  hostPlaces.set(host, hosts.length)
  return hosts.push(host) - 1
}
